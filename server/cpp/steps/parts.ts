/** The parts of functions and statements at which something is inserted. */
import { childOf, children, deep, type Node, semicolons, type Source } from "./source.ts";

/** Whether a function's declarator is inside that of its reference or pointer. */
export function isFunction(node: Node): boolean {
  return childOf(node, "CompoundStatement") !== undefined &&
    ["ReferenceDeclarator", "PointerDeclarator"].some((name) => {
      const declarator = childOf(node, name);
      return declarator !== undefined && deep(declarator, "FunctionDeclarator").length > 0;
    });
}

/** The condition of a statement, if it is an expression and its text is as the parser reads it. */
export function conditionOf(source: Source, node: Node): Node | null {
  const clause = childOf(node, "ConditionClause", "ParenthesizedExpression");
  if (!clause || childOf(node, "constexpr") || source.isMasked(node.from, clause.to)) {
    return null;
  }
  const isPlain = !childOf(clause, "Declaration") &&
    semicolons(source.of(clause)).length === 0;
  return isPlain ? clause : null;
}

/** Where the third part of a `for` begins. */
export function updateOf(
  source: Source,
  node: Node,
  last: Node,
): { at: number; isEmpty: boolean } | null {
  const open = childOf(node, "(");
  const close = children(node).findLast(({ name, to }) => name === ")" && to <= last.from);
  if (!open || !close) return null;
  const inner = source.text.slice(open.to, close.from);
  const places = semicolons(inner);
  if (places.length !== 2) return null;
  const at = open.to + (places[1] ?? 0) + 1;
  return { at, isEmpty: source.text.slice(at, close.from).trim() === "" };
}
