/**
 * What of a text may be shown, and how: the same for the server, which renders it once, and for the
 * preview in the browser. After the sanitiser, nothing in it loads anything from elsewhere.
 */
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";

/** Changes whenever the same source gives other HTML: what is stored is then rendered anew. */
export const RENDERER = 2;

const names = defaultSchema.tagNames ?? [];
/** They choose among pictures, each with an address of its own. */
const CHOOSERS = ["picture", "source"];

/** GitHub's own list, with figures for the solution editor, and no form controls or pictures by data:. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: [...names.filter((name) => !CHOOSERS.includes(name)), "figure", "figcaption"],
  attributes: {
    ...defaultSchema.attributes,
    figure: [["className", "image"]],
    img: [
      ...(defaultSchema.attributes?.img ?? []).filter((name) => name !== "longDesc"),
      "width",
      "height",
      "alt",
    ],
  },
};

type Node = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
};

/** Calls it with each element, parents first, and whether it stands in a link. */
function eachElement(tree: Node, look: (node: Node, isInLink: boolean) => void): void {
  const left = [{ node: tree, isInLink: false }];
  for (let next; (next = left.pop());) {
    const { node, isInLink } = next;
    if (node.type === "element" || node.type === "root") look(node, isInLink);
    const within = isInLink || node.tagName === "a";
    for (const child of node.children ?? []) left.push({ node: child, isInLink: within });
  }
}

/** What was uploaded here. */
const UPLOADED = /^\/api\/files\/[\w-]+$/;
/** What an address without a host is resolved against; nobody's, whatever it says. */
const NOWHERE = "nowhere.invalid";

/** A picture from elsewhere would tell its host who reads, when and from where: it becomes a link. */
function rehypeOwnImages() {
  return (tree: Node) =>
    eachElement(tree, (node, isInLink) => {
      const isLink = isInLink || node.tagName === "a";
      node.children?.forEach((child, place, children) => {
        if (child.tagName !== "img" || UPLOADED.test(String(child.properties?.src))) return;
        children[place] = linkTo(child.properties ?? {}, isLink);
      });
    });
}

function linkTo({ src, alt }: Record<string, unknown>, isInLink: boolean): Node {
  const address = addressOf(String(src ?? ""));
  const said = String(alt ?? "").trim();
  if (address === null) return { type: "text", value: said };
  const value = `Image at ${address.host}${said === "" ? "" : `: ${said}`}`;
  const text = { type: "text", value };
  if (isInLink) return text;
  return { type: "element", tagName: "a", properties: { href: address.href }, children: [text] };
}

function addressOf(src: string): URL | null {
  try {
    const url = new URL(src, `https://${NOWHERE}`);
    return /^https?:$/.test(url.protocol) && url.hostname !== NOWHERE ? url : null;
  } catch {
    return null;
  }
}

/** What the sanitiser puts before names that a text gives, so that they are nobody else's. */
const CLOBBER = "user-content-";
const NAMING = ["id", "name"];
const NAMED = ["ariaDescribedBy", "ariaLabelledBy"];

/** Several texts stand on one page: what a text names is named after the text, its links too. */
function rehypeOwnNames() {
  return (tree: Node, file: { value: unknown }) => {
    const own = new Set<string>();
    const links: Record<string, unknown>[] = [];
    const prefix = `u${digest(String(file.value))}-`;
    const renamed = (name: unknown) => String(name).replace(CLOBBER, prefix);
    eachElement(tree, ({ tagName, properties = {} }) => {
      for (const key of NAMING) {
        if (typeof properties[key] !== "string") continue;
        own.add(properties[key].replace(CLOBBER, ""));
        properties[key] = renamed(properties[key]);
      }
      for (const key of NAMED) {
        const value = properties[key];
        if (value != null) properties[key] = [value].flat().map(renamed);
      }
      if (tagName === "a") links.push(properties);
    });
    for (const link of links) {
      const [, name = ""] = /^#(.+)/.exec(String(link.href ?? "")) ?? [];
      if (own.has(name)) link.href = `#${prefix}${name}`;
    }
  };
}

/** FNV-1a: the same text gives the same HTML. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** Footnotes are named without a prefix of their own: they get the text's. */
export const toHast = { allowDangerousHtml: true, clobberPrefix: "" };

/** The sanitiser, and after it what is ours alone. */
export const safely: [typeof rehypeSanitize, typeof schema] = [rehypeSanitize, schema];
export const own = [rehypeOwnImages, rehypeOwnNames];
