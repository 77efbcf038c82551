/** Makes traces by hand, for tests of the view that steps through a program. */
import type {
  Box,
  Call,
  Step,
  Trace,
  ValueText,
  Variable,
} from "../../server/languages/steps/trace.ts";

export const plain = (text: string | number): ValueText => ({ kind: "plain", text: String(text) });
export const text = (text: string): ValueText => ({ kind: "text", text, isCut: false });
export const unset: ValueText = { kind: "unset" };
export const list = (type: string, ...items: ValueText[]): ValueText => ({
  kind: "list",
  type,
  items,
  more: 0,
});
export const object = (type: string, fields: Record<string, ValueText>): ValueText => ({
  kind: "object",
  type,
  fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
});
export const map = (type: string, ...entries: [ValueText, ValueText][]): ValueText => ({
  kind: "map",
  type,
  entries,
  more: 0,
});
/** @param to an address, or what the pointer leads to instead */
export const pointer = (to: string): ValueText => ({
  kind: "pointer",
  to: to === "null" || to === "dangling" || to === "elsewhere" ? to : { address: to },
});

/** What a name of Python holds: its address. */
export const reference = (address: string): ValueText => ({
  kind: "pointer",
  to: { address },
  isReference: true,
});

/** A call, as its name, its line and its variables; `again` tells calls of one name apart. */
export type Written = [
  name: string,
  line: number,
  variables: Record<string, ValueText>,
  again?: number,
];
/** A number for each name and depth. */
export const idOf = (name: string, depth: number, again = 0): number =>
  [...`${depth} ${name} ${again}`].reduce((id, one) => (id * 31 + one.charCodeAt(0)) >>> 0, 7);

export interface WrittenStep {
  calls: Written[];
  /** By address. */
  boxes?: Record<string, ValueText>;
  /** What the line just run has printed. */
  prints?: string;
}

/** The addresses of variables are their call's place and their name, such as "0:sum". */
export function traceOf(
  steps: readonly WrittenStep[],
  { limit = null, level = "values" }: Partial<Pick<Trace, "limit" | "level">> = {},
): Trace {
  const made: Step[] = [];
  let output = "";
  for (const { calls, boxes = {}, prints = "" } of steps) {
    output += prints;
    const last = made.at(-1);
    const isNew = (then: Variable | Box | undefined, value: ValueText) =>
      JSON.stringify(then?.value ?? unset) !== JSON.stringify(value);
    made.push({
      line: calls.at(-1)?.[1] ?? 0,
      before: last?.line ?? null,
      calls: calls.map(([name, line, variables, again = 0], depth): Call => ({
        id: idOf(name, depth, again),
        name,
        line,
        variables: Object.entries(variables).map(([name, value]) => ({
          name,
          value,
          address: `${depth}:${name}`,
          isChanged: isNew(
            last?.calls[depth]?.variables.find((one) => one.name === name),
            value,
          ),
        })),
      })),
      boxes: Object.entries(boxes).map(([address, value]) => ({
        address,
        value,
        isChanged: isNew(last?.boxes.find((one) => one.address === address), value),
      })),
      printed: new TextEncoder().encode(output).length,
      read: 0,
    });
  }
  return {
    count: made.length,
    lines: Int32Array.from(made, ({ line }) => line),
    at: (index) => {
      const found = made[index];
      if (found === undefined) throw new RangeError(`There is no step ${index}.`);
      return found;
    },
    level,
    limit,
    output: new TextEncoder().encode(output),
  };
}
