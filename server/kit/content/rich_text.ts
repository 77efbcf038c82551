/**
 * Which HTML is allowed in a text, and how it is shown. The server, which renders once, and the
 * preview in the browser share this file. After the sanitiser, the HTML loads nothing from other
 * hosts. When the same source gives other HTML, the CHANGELOG says that `deno task rerender` is due.
 */
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";

const names = defaultSchema.tagNames ?? [];
/** Elements that choose among images with their own addresses. */
const CHOOSERS = ["picture", "source"];

/** GitHub's list, plus figures of the solution editor, minus form controls and `data:`. */
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

/** Visits each element, parents first, and tells whether it is inside a link. */
function eachElement(tree: Node, look: (node: Node, isInLink: boolean) => void): void {
  const left = [{ node: tree, isInLink: false }];
  for (let next; (next = left.pop());) {
    const { node, isInLink } = next;
    if (node.type === "element" || node.type === "root") look(node, isInLink);
    const within = isInLink || node.tagName === "a";
    for (const child of node.children ?? []) left.push({ node: child, isInLink: within });
  }
}

/** An uploaded file of ours. */
const UPLOADED = /^\/api\/files\/[\w-]+$/;
/** The base for addresses without a host. It belongs to nobody. */
const NOWHERE = "nowhere.invalid";

/** Becomes a link: an image on another host would tell it who reads the text and when. */
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
  const label = String(alt ?? "").trim();
  if (address === null) return { type: "text", value: label };
  const value = `Image at ${address.host}${label === "" ? "" : `: ${label}`}`;
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

/** The sanitiser's prefix for names in a text, so that they cannot clash with the page's. */
const CLOBBER = "user-content-";
const NAMING = ["id", "name"];
const NAMED = ["ariaDescribedBy", "ariaLabelledBy"];

/** Names and links in a text get a prefix made from it: several texts are on one page. */
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

/** FNV-1a: the same text always gives the same HTML. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** Footnotes have no prefix of their own: they get the text's prefix. */
export const toHast = { allowDangerousHtml: true, clobberPrefix: "" };

/** The sanitiser, followed by our own plugins. */
export const sanitizer: [typeof rehypeSanitize, typeof schema] = [rehypeSanitize, schema];
export const ownPlugins = [rehypeOwnImages, rehypeOwnNames];
