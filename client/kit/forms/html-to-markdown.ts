/**
 * Turns the HTML of a word processor's or a spreadsheet's clipboard into Markdown. Heavy: import it
 * when it is needed.
 */
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";

type Node = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
};

const element = (tagName: string, children: Node[]): Node => ({
  type: "element",
  tagName,
  properties: {},
  children,
});
const styleOf = ({ properties }: Node) => String(properties?.style ?? "").replace(/\s/g, "");
const isNamed = ({ tagName = "" }: Node, ...names: string[]) => names.includes(tagName);
const MONOSPACE = /font-family:[^;]*(mono|courier|consolas|menlo)/i;

/** The text, with line breaks. */
const textOf = (node: Node): string =>
  node.value ?? (isNamed(node, "br") ? "\n" : (node.children ?? []).map(textOf).join(""));

/** Pictures of the writer's own disk, and what is not shown. */
const DROPPED = ["style", "script", "meta", "title", "img", "colgroup"];

/** Looks are elements here: bold, italic and code may be written as a style. */
function cleaned(node: Node, isCode = false): Node[] {
  const { type, value = "", tagName = "" } = node;
  if (type === "text") {
    return [{
      type,
      value: value.replaceAll("\u00A0", " ").replace(/\r?\n/g, isCode ? "\n" : " "),
    }];
  }
  if (type === "comment" || type === "doctype" || DROPPED.includes(tagName)) return [];
  const children = joined(
    withoutBullets(node.children ?? []).flatMap((one) => cleaned(one, isCode || tagName === "pre")),
  );
  if (type !== "element") return [{ ...node, children }];
  const style = styleOf(node);
  if (children.length === 0 && !isNamed(node, "br", "td", "th")) return [];
  if (isNamed(node, "p", "div")) {
    if (children.every((one) => isNamed(one, "br"))) return [];
    // A paragraph of code becomes a block of it.
    const [only, ...more] = children;
    if (only && more.length === 0 && isNamed(only, "code")) return [element("pre", [only])];
    if (/mso-list:l\d/.test(style)) {
      return [{ ...element("li", children), properties: { isLoose: true } }];
    }
  }
  if (isNamed(node, "b", "strong") && /font-weight:(normal|[1-4]00)/.test(style)) return children;
  if (isNamed(node, "span", "font")) {
    if (MONOSPACE.test(style)) {
      return [element("code", [{ type: "text", value: textOf(element("p", children)) }])];
    }
    const slanted = /font-style:italic/.test(style) ? marked("em", children) : children;
    return /font-weight:(bold|[6-9]00)/.test(style) ? marked("strong", slanted) : slanted;
  }
  if (isNamed(node, "b", "strong", "i", "em")) return marked(tagName, children);
  if (isNamed(node, "table")) return [element("table", rowsOf(children))];
  const { href } = node.properties ?? {};
  const isLink = /^https?:/i.test(String(href));
  if (/^o:/.test(tagName) || (isNamed(node, "a") && !isLink)) return children;
  return [{ ...node, properties: isLink ? { href } : {}, children }];
}

/** The spaces at both ends stay outside of the marks, where Markdown wants them. */
function marked(tagName: string, children: readonly Node[]): Node[] {
  const inner = children.map((child) => ({ ...child }));
  const [first, last] = [inner.at(0), inner.at(-1)];
  const space = (value = "", sign: RegExp) => ({
    type: "text",
    value: sign.exec(value)?.[0] ?? "",
  });
  const [before, after] = [space(first?.value, /^\s+/), space(last?.value, /\s+$/)];
  if (first?.value) first.value = first.value.trimStart();
  if (last?.value) last.value = last.value.trimEnd();
  return [before, element(tagName, inner), after].filter(({ value }) => value !== "");
}

/** The rows; the cells of the first one are the heads. */
function rowsOf(children: readonly Node[]): Node[] {
  const rows = children.flatMap((one): Node[] =>
    isNamed(one, "tr")
      ? [one]
      : isNamed(one, "thead", "tbody", "tfoot")
      ? rowsOf(one.children ?? [])
      : []
  );
  for (const cell of rows[0]?.children ?? []) if (isNamed(cell, "td")) cell.tagName = "th";
  return rows;
}

/** Word writes a list's bullets as text, between two comments. */
function withoutBullets(nodes: readonly Node[]): Node[] {
  let isBullet = false;
  return nodes.filter(({ type, value = "" }) => {
    if (type === "comment" && /^\[(if !supportLists|endif)\]/.test(value)) {
      isBullet = value[1] === "i";
    }
    return !isBullet;
  });
}

/** Joins items that have no list, a list beside the items of another one, and pieces of code. */
function joined(nodes: readonly Node[]): Node[] {
  const out: Node[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    const isAfter = (...names: string[]) => last !== undefined && isNamed(last, ...names);
    if (node.value?.trim() === "" && isAfter("p", "div", "li", "pre", "ul", "ol")) continue;
    if (isNamed(node, "li") && node.properties?.isLoose) {
      if (isAfter("ul")) last?.children?.push(node);
      else out.push(element("ul", [node]));
    } else if (isNamed(node, "ol", "ul") && isAfter("li")) last?.children?.push(node);
    else if (isNamed(node, "pre", "code") && last && last.tagName === node.tagName) {
      const text = [last, node].map(textOf).join(isNamed(node, "pre") ? "\n" : "");
      const code = element("code", [{ type: "text", value: text }]);
      out[out.length - 1] = isNamed(node, "pre") ? element("pre", [code]) : code;
    } else out.push(node);
  }
  return out;
}

const reader = unified().use(rehypeParse, { fragment: true });
const writer = unified().use(rehypeRemark).use(remarkGfm).use(remarkStringify, {
  bullet: "-",
  rule: "-",
  emphasis: "*",
});

export function htmlToMarkdown(html: string): string {
  const tree = reader.parse(html) as Node;
  const [root] = cleaned(tree);
  // Between blocks, a line break is nothing.
  const children = root?.children?.filter((one, at, all) =>
    !isNamed(one, "br") || all[at - 1]?.value
  );
  const markdown = writer.stringify(writer.runSync({ ...root, children } as never) as never);
  // Markdown here has no other signs for characters than a backslash.
  return markdown.replace(
    /&#x([0-9A-F]+);/gi,
    (_, code) => String.fromCodePoint(parseInt(code, 16)),
  )
    .trim();
}
