/** Markdown or HTML in; sanitised, highlighted HTML out, at most `bytesMost` long. */
import rehypeRaw from "rehype-raw";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { badField } from "../core/errors.ts";
import { fenced, isMarkup } from "./code_fence.ts";
import { codeBlocks, highlightCode } from "./highlight.ts";
import {
  bytesMost,
  bytesOf,
  refuseIntricate,
  rehypeBudget,
  remarkBudget,
  TOO_DEEP,
  TOO_LONG,
  TooMuch,
} from "./render_budget.ts";
import { ownPlugins, sanitizer, toHast } from "./rich_text.ts";
import { remarkTags } from "./html_tags.ts";

type Tree = Parameters<ReturnType<typeof rehypeRaw>>[0];
type Node = { type: string; children?: Node[] };

/** Parses the HTML in a text. A text without HTML needs no second parser. */
function rehypeRawIfAny() {
  const read = rehypeRaw();
  const hasRaw = ({ type, children = [] }: Node): boolean =>
    type === "raw" || children.some(hasRaw);
  return (tree: Tree, file: Parameters<typeof read>[1]) => hasRaw(tree) ? read(tree, file) : tree;
}

const renderer = unified()
  .use(remarkParse)
  .use([remarkGfm, remarkTags])
  .use(remarkBudget)
  .use(remarkRehype, toHast)
  .use(rehypeRawIfAny)
  .use(rehypeBudget)
  .use([sanitizer, ...ownPlugins])
  .use(rehypeStringify)
  .freeze();

/**
 * @returns safe HTML
 * @throws Refusal 400 naming the field
 */
export function toHtml(source: string, field: string): string {
  return within(field, () => {
    refuseIntricate(source);
    return renderBounded(source, bytesMost(source));
  });
}

/** A student's code as it was sent: HTML or Markdown if it looks like that, else C++. */
export function codeToHtml(code: string, field: string): string {
  if (isMarkup(code)) return toHtml(code, field);
  return within(field, () => renderBounded(fenced(code, "cpp"), bytesMost(code)));
}

function renderBounded(source: string, most: number): string {
  const file = { value: source, data: { most } };
  const tree = renderer.runSync(renderer.parse(file), file);
  const write = () => renderer.stringify(tree, file).trim();
  const html = write();
  const bytes = bytesOf(html);
  if (bytes > most) throw new TooMuch(TOO_LONG);
  if (codeBlocks(tree).length === 0) return html;
  // After the sanitiser, because the highlighting adds classes.
  highlightCode(tree, most - bytes);
  return write();
}

function within<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooMuch) throw badField(field, error.message);
    if (error instanceof RangeError) throw badField(field, TOO_DEEP);
    throw error;
  }
}
