/** Rich text: Markdown or HTML in; sanitised, highlighted HTML out, once, when it is written. */
import rehypeHighlight from "rehype-highlight";
import rehypeRaw from "rehype-raw";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { type PluggableList, unified } from "unified";
import { badField } from "./errors.ts";
import { own, safely, toHast } from "./rich.ts";
import { remarkTags } from "./tags.ts";

type Tree = Parameters<ReturnType<typeof rehypeRaw>>[0];
type Node = { type: string; children?: Node[] };

/** Reads the HTML in a text; a text without any is spared a second parser. */
function rehypeRawIfAny() {
  const read = rehypeRaw();
  const hasRaw = ({ type, children = [] }: Node): boolean =>
    type === "raw" || children.some(hasRaw);
  return (tree: Tree, file: Parameters<typeof read>[1]) => hasRaw(tree) ? read(tree, file) : tree;
}

/** Deeper than any honest text; how deep the stack reaches differs from one time to the next. */
const DEEPEST = 100;

function refuseDeeper() {
  const isDeeper = ({ children = [] }: Node, left: number): boolean =>
    left === 0 || children.some((child) => isDeeper(child, left - 1));
  return (tree: Tree) => {
    if (isDeeper(tree, DEEPEST)) throw new RangeError("nested too deeply");
  };
}

/** What GitHub's additions to Markdown begin with: tables, links in plain text, `~~`, boxes, notes. */
const ADDITION = /[~|@[&]|:-|-:|www|:\/\//i;

const renderer = (additions: PluggableList) =>
  unified()
    .use(remarkParse)
    .use([...additions, remarkTags])
    .use(remarkRehype, toHast)
    .use(rehypeRawIfAny)
    .use(refuseDeeper)
    .use([safely, ...own])
    // After the sanitiser: the classes it adds are ours.
    .use(rehypeHighlight, { detect: false })
    .use(rehypeStringify)
    .freeze();

/** To look for the additions takes as long as to read all else: a text without any is spared it. */
const plain = renderer([]);
const full = renderer([remarkGfm]);

/**
 * @param field named in the error when the text is nested too deeply to be read
 * @returns safe HTML
 */
export function toHtml(source: string, field: string): string {
  try {
    return (ADDITION.test(source) ? full : plain).processSync(source).toString().trim();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badField(field, "This text is nested too deeply.");
  }
}

/** A student's code as it came: already HTML or Markdown if it looks so, otherwise C++. */
export function codeToHtml(code: string, field: string): string {
  const isMarkup = /^\s*<(p|pre|div|figure|h\d|ul|ol|span)\b/i.test(code) || /^```/m.test(code);
  if (isMarkup) return toHtml(code, field);
  // A fence longer than any run of backticks in the code.
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return toHtml(`${fence}cpp\n${code}\n${fence}`, field);
}
