/** The budget of a rendered text: depth, nodes, bytes. */

/** Deeper than any honest text. The depth at which the stack overflows varies. */
const DEEPEST = 100;
/** The bytes of `<td></td>` and a line break. */
const CELL_BYTES = 10;
/** The bytes of `<b>` without its name, and of `<b></b>` without its names. */
const TAG_BYTES = 2;
const TAGS_BYTES = 5;

const PLEASE = "Please simplify it.";
export const TOO_DEEP = `This text is nested too deeply. ${PLEASE}`;
export const TOO_LONG = `This text becomes too long when it is shown. ${PLEASE}`;
export const TOO_INTRICATE = `This text is too intricate to be shown. ${PLEASE}`;

/** The text exceeds its budget. The message is a sentence for its writer. */
export class TooMuch extends Error {
  override name = "TooMuch";
}

type Node = {
  type: string;
  children?: Node[];
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  /** The name of a definition or a reference; a definition's address and title. */
  identifier?: string;
  url?: string;
  title?: string | null;
  align?: unknown[] | null;
};

const utf8 = new TextEncoder();
export const bytesOf = (text: string): number => utf8.encode(text).length;

/** The most bytes of HTML for a text. */
export const bytesMost = (source: string): number => 4 * bytesOf(source) + 64 * 1024;

/**
 * Checks what would grow from Markdown to HTML, before it grows: the rows of a table are filled up
 * to its columns, and each reference repeats its definition's address and title.
 */
export function remarkBudget() {
  return (tree: unknown, file: { data: Record<string, unknown> }) => {
    const repeated = new Map<string, number>();
    for (const { node } of walk(tree as Node)) {
      if (node.type !== "definition" || node.identifier === undefined) continue;
      const name = node.identifier.toUpperCase();
      const size = (node.url?.length ?? 0) + (node.title?.length ?? 0);
      // Of two definitions the first one counts.
      if (!repeated.has(name)) repeated.set(name, size);
    }
    const count = counter(file.data.most as number);
    for (const { node } of walk(tree as Node)) {
      count(1);
      if (node.type === "table") {
        count((node.children?.length ?? 0) * (node.align?.length ?? 0) * CELL_BYTES);
      }
      if (node.type === "linkReference" || node.type === "imageReference") {
        count(repeated.get(node.identifier?.toUpperCase() ?? "") ?? 0);
      }
    }
  };
}

/** Checks the depth and size of an HTML tree, before it becomes a string. */
export function rehypeBudget() {
  return (tree: unknown, file: { data: Record<string, unknown> }) => {
    const count = counter(file.data.most as number);
    for (const { node } of walk(tree as Node)) {
      count(leastBytes(node));
      for (const value of Object.values(node.properties ?? {})) {
        if (typeof value === "string") count(value.length);
        else if (Array.isArray(value)) count(value.reduce((sum, { length }) => sum + length, 0));
      }
    }
  };
}

/** The bytes of a node, without its attributes and children. */
function leastBytes({ tagName, value = "", children = [] }: Node): number {
  if (tagName === undefined) return Math.max(1, value.length);
  return children.length > 0 ? 2 * tagName.length + TAGS_BYTES : tagName.length + TAG_BYTES;
}

/** @throws TooMuch when the sum exceeds the budget */
function counter(most: number): (bytes: number) => void {
  let counted = 0;
  return (bytes) => {
    counted += bytes;
    if (counted > most) throw new TooMuch(TOO_LONG);
  };
}

/** Visits every node without recursion. @throws TooMuch below the deepest level */
function* walk(tree: Node): Generator<{ node: Node }> {
  const left = [{ node: tree, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    yield next;
    const { node: { children = [] }, depth } = next;
    if (children.length > 0 && depth === DEEPEST - 1) throw new TooMuch(TOO_DEEP);
    for (let at = children.length - 1; at >= 0; at--) {
      left.push({ node: children[at] as Node, depth: depth + 1 });
    }
  }
}

/** The line prefixes of nested quotes and lists, and lines that are only a rule. */
const CONTAINER = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y;
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Lines that begin a block by themselves: list items, quotes, headings, rows, definitions, HTML. */
const BLOCK = /^ {0,3}(?:[-+*>#|<=[]|\d{1,9}[.)])/;
/** Items that begin a paragraph even within another one. */
const ITEM = /^ {0,3}(?:[-+*]|1[.)])[ \t]+\S/;
/** The line of a table that says how many columns there are. */
const COLUMNS = /^[ \t]*[|:-][ \t|:-]*$/;
/** Brackets, and what may mark something within a paragraph: links, `*`, `~`, and `_` beside a word. */
const MARKS = /\]\(|[[\]]|[*~]+|(?<!\w)_+|_+(?!\w)/g;

/**
 * More than an honest text has of what takes time that grows with its square: brackets that are open
 * at once, marks in one paragraph, columns, lines within quotes and lists, each counted as often as
 * it is nested, and blocks.
 */
const BRACKETS_MOST = 30;
const MARKS_MOST = 1000;
const COLUMNS_MOST = 100;
const NESTED_LINES_MOST = 20_000;
const blocksMost = (length: number) => 500 + length / 20;

/** Checks a text before it is parsed. It costs less than a hundredth of that. @throws TooMuch */
export function refuseIntricate(source: string): void {
  let fence = "";
  let [depth, brackets, marks, nested, blocks] = [0, 0, 0, 0, 0];
  for (const line of source.split(/\r\n?|\n/)) {
    if (fence !== "") {
      if (line.trim().startsWith(fence)) fence = "";
      continue;
    }
    fence = FENCE.exec(line)?.[1] ?? "";
    const isBlank = line.trim() === "";
    const deeper = RULE.test(line) ? 0 : containersOf(line);
    if (deeper >= DEEPEST) throw new TooMuch(TOO_DEEP);
    // A line without a prefix goes on with the paragraph before it, however deep that is.
    if (deeper > 0 || isBlank) depth = deeper;
    if (ITEM.test(line) || isBlank) [brackets, marks] = [0, 0];
    nested += depth;
    if (BLOCK.test(line)) blocks += 1;
    for (const [mark] of line.matchAll(MARKS)) {
      if (mark === "[") brackets += 1;
      else if (mark.startsWith("]")) brackets = Math.max(0, brackets - 1);
      // Code that was pasted without a fence has many brackets.
      if (mark !== "[" && mark !== "]") marks += 1;
      if (brackets > BRACKETS_MOST) throw new TooMuch(TOO_DEEP);
    }
    const isWide = COLUMNS.test(line) && line.split("|").length > COLUMNS_MOST;
    const isTooMuch = marks > MARKS_MOST || nested > NESTED_LINES_MOST ||
      blocks > blocksMost(source.length);
    if (isWide || isTooMuch) throw new TooMuch(TOO_INTRICATE);
  }
}

function containersOf(line: string): number {
  let depth = 0;
  for (CONTAINER.lastIndex = 0; CONTAINER.test(line);) depth++;
  return depth;
}
