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
  /** The columns of a table. */
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
const CONTAINER = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))/y;
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;

/**
 * Checks the nesting of quotes and lists in the source, because parsing them takes time that grows
 * with the square of the depth, or faster.
 */
export function refuseDeepLines(source: string): void {
  for (const line of source.split(/[\r\n]/)) {
    if (line.length < DEEPEST) continue;
    let depth = 0;
    for (CONTAINER.lastIndex = 0; CONTAINER.test(line);) depth++;
    if (depth >= DEEPEST && !RULE.test(line)) throw new TooMuch(TOO_DEEP);
  }
}
