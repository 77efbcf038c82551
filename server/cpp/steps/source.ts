/** A program's source as a tree, with the places of its lines. */
import { parser } from "@lezer/cpp";
import { type LoopMacro, withoutMacros } from "./macros.ts";
import { withoutBraces, withoutSuffixes } from "./masks.ts";

export type Node = ReturnType<typeof parser.parse>["topNode"];

export class Source {
  readonly top: Node;
  /** As long as the text; the parser reads it in the place of the text. */
  readonly masked: string;
  readonly loops: Map<number, LoopMacro>;
  readonly #starts: number[];

  constructor(readonly text: string) {
    const { masked, loops } = withoutMacros(text);
    this.masked = withoutBraces(withoutSuffixes(masked));
    this.loops = loops;
    this.top = parser.parse(this.masked).topNode;
    this.#starts = [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)];
  }

  of({ from, to }: { from: number; to: number }): string {
    return this.text.slice(from, to);
  }

  /** Returns the line of a place, from 1. */
  lineOf(at: number): number {
    return this.#starts.findLastIndex((start) => start <= at) + 1;
  }

  /** Whether a macro stands in this part of the text, which the parser has read as something else. */
  isMasked(from: number, to: number): boolean {
    return this.text.slice(from, to) !== this.masked.slice(from, to);
  }
}

export function children(node: Node): Node[] {
  const all: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) all.push(child);
  return all;
}

export const childOf = (node: Node, ...names: string[]): Node | undefined =>
  children(node).find(({ name }) => names.includes(name));

/** Whether the parser did not understand some part of it. */
export const isDoubtful = (node: Node): boolean =>
  node.type.isError || children(node).some(isDoubtful);

/** What gets a step. An attribute such as `[[fallthrough]];` does nothing. */
export const isStatement = ({ name, type }: Node): boolean =>
  name === "Declaration" || (type.is("Statement") && name !== "AttributeStatement");

const SIMPLE = new Set(["ExpressionStatement", "Declaration", "ReturnStatement"]);
const OPAQUE = /^(?:[^;{}()"']|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\([^;{}]*\))*;$/;

/** Whether the parser understood where a function's statements are. If not, it ends with a `;`. */
export function hasClearStatements(source: Source, node: Node): boolean {
  if (!isDoubtful(node)) return true;
  if (SIMPLE.has(node.name)) {
    return !source.isMasked(node.from, node.to) && OPAQUE.test(source.of(node));
  }
  if (!/Statement$|Loop$|Clause$|^FunctionDefinition$/.test(node.name)) return false;
  return children(node).every((one) => !one.type.isError && hasClearStatements(source, one));
}

/** Returns all nodes of this kind, but nothing within those that are closed. */
export function descendants(
  node: Node,
  name: string,
  closed: ReadonlySet<string> = new Set(),
): Node[] {
  if (closed.has(node.name)) return [];
  const inner = children(node).flatMap((child) => descendants(child, name, closed));
  return node.name === name ? [node, ...inner] : inner;
}

export const RECORDS = new Set(["StructSpecifier", "ClassSpecifier", "UnionSpecifier"]);
const FUNCTIONS = new Set([...RECORDS, "LambdaExpression"]);

/** Returns the nodes of this kind within a node, but not those within functions inside it. */
export const within = (node: Node, name: string): Node[] => descendants(node, name, FUNCTIONS);

/** Returns where semicolons stand that are in no text and no parentheses. */
export function semicolons(text: string): number[] {
  const found: number[] = [];
  let depth = 0;
  for (
    const { 0: token, index } of text.matchAll(
      /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[^]*?\*\/|\/\/.*|[(){}[\];]/g,
    )
  ) {
    if (/^[({[]/.test(token)) depth++;
    else if (/^[)}\]]/.test(token)) depth--;
    else if (token === ";" && depth <= 0) found.push(index);
  }
  return found;
}
