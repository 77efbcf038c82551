/** The calls of runtime/steps.h that are inserted into a program. */
import type { Variable } from "./variables.ts";
import { children, type Node, type Source, within } from "./source.ts";

export const FRAME = "__steps_f";
/** What can be evaluated once more without an effect. */
const PLAIN_PLACE = /^\w+(?:\s*(?:\[[\w\s+\-*]*\]|(?:\.|->)\s*\w+))*$/;

export const firstOf = ({ name, dimensions }: Variable): string => name + "[0]".repeat(dimensions);

export const SCOPE = `::__steps::__scope __steps_s(${FRAME});`;

/** The calls that make variables known. */
export function added(declared: Variable[]): string {
  return declared.map(({ name, dimensions, isRaw }) => {
    if (dimensions === 0) return `${FRAME}.${isRaw ? "__raw" : "__add"}("${name}",${name});`;
    const first = firstOf({ name, dimensions, isRaw });
    const row = dimensions === 1
      ? "0"
      : `sizeof ${name}${"[0]".repeat(dimensions - 1)}/sizeof ${first}`;
    return `${FRAME}.__array("${name}",&${first},sizeof ${name}/sizeof ${first},${row},${isRaw});`;
  }).join("");
}

export const quoted = (name: string): string => `"${name.replace(/["\\\n]/g, "")}"`;

/**
 * The variables without an initializer that a statement sets where the compiler does not see it: in
 * the library's own code.
 * @param raw the variables without an initializer, and the first element of those that are arrays
 */
export function written(source: Source, node: Node, raw: ReadonlyMap<string, string>): string {
  if (raw.size === 0) return "";
  const isRaw = (place: string) =>
    PLAIN_PLACE.test(place) && raw.has(/^\w+/.exec(place)?.[0] ?? "");
  const read = within(node, "BinaryExpression").flatMap((one) => {
    const [, operator, right] = children(one);
    return operator && right && source.of(operator) === ">>" ? [right] : [];
  });
  const passed = within(node, "ArgumentList").flatMap(children);
  const given = passed.flatMap(({ name, lastChild }) =>
    name === "PointerExpression" && lastChild ? [lastChild] : []
  );
  const places = [...read, ...given].map((one) => source.of(one)).filter(isRaw);
  const touched = passed.filter(({ name }) => name === "Identifier")
    .map((one) => raw.get(source.of(one))).filter((one) => one !== undefined);
  return [
    ...new Set(places).values().map((place) => `${FRAME}.__written(${place});`),
    ...new Set(touched).values().map((name) => `${FRAME}.__touched(${name});`),
  ].join("");
}
