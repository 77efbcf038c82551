/** Where the objects of a step stand, and the ways of the arrows between them. */
import type { Box, Step, ValueText } from "../../../server/languages/steps/trace.ts";

function targetsOf(value: ValueText): string[] {
  switch (value.kind) {
    case "pointer":
      return typeof value.to === "object" ? [value.to.address] : [];
    case "list":
      return value.items.flatMap(targetsOf);
    case "map":
      return value.entries.flat().flatMap(targetsOf);
    case "object":
      return value.fields.flatMap((field) => targetsOf(field.value));
    default:
      return [];
  }
}

/** Puts the objects into rows along the pointers: a linked list is one row, its head first. */
export function rowsOf({ calls, boxes }: Step): Box[][] {
  const waiting = new Map(boxes.map((box) => [box.address, box]));
  const inner = new Set(
    boxes.flatMap(({ address, value }) => targetsOf(value).filter((to) => to !== address)),
  );
  const fromCalls = calls.flatMap(({ variables }) =>
    variables.flatMap(({ value }) => targetsOf(value))
  );
  const heads = [...fromCalls, ...waiting.keys()].filter((address) => !inner.has(address));
  const begins = [...heads, ...fromCalls, ...waiting.keys()];
  const rows: Box[][] = [];
  for (let first = begins.shift(); first !== undefined; first = begins.shift()) {
    const row: Box[] = [];
    const branches: string[] = [];
    let next: string | undefined = first;
    while (next !== undefined) {
      const box = waiting.get(next);
      if (box === undefined) break;
      waiting.delete(next);
      row.push(box);
      const [along, ...others] = targetsOf(box.value).filter((to) => waiting.has(to));
      branches.push(...others);
      next = along;
    }
    if (row.length > 0) rows.push(row);
    begins.unshift(...branches);
  }
  return rows;
}

type Rect = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** How far an arrow swings out where it cannot go straight. */
const SWING = 28;
/** Where an arrow meets the side of a high target, from its top. */
const MEETS_AT = 14;

/**
 * Returns the way of an arrow, as an SVG path from the middle of a pointer's dot to the edge of its
 * target: to the left edge of what is to the right, to the right edge of what is in the same column,
 * to the top of what is to the left and lower, and from below to what else is to the left.
 */
export function arrowPath(dot: Rect, target: Rect): string {
  const [x, y] = [(dot.left + dot.right) / 2, (dot.top + dot.bottom) / 2];
  const side = Math.min((target.top + target.bottom) / 2, target.top + MEETS_AT);
  if (target.left > dot.right) {
    const swing = Math.max(SWING / 2, (target.left - x) / 2);
    return path([x, y], [x + swing, y], [target.left - swing, side], [target.left, side]);
  }
  if (target.right >= dot.right) {
    const out = Math.max(x, target.right) + SWING;
    return path([x, y], [out, y], [out, side], [target.right, side]);
  }
  const middle = (target.left + target.right) / 2;
  if (target.top > dot.bottom) {
    const between = (y + target.top) / 2;
    return path([x, y], [x, between], [middle, between], [middle, target.top]);
  }
  const low = Math.max(dot.bottom, target.bottom) + SWING;
  return path([x, y], [x, low], [middle, low], [middle, target.bottom]);
}

type Point = [x: number, y: number];

const path = (...[from, bend, other, to]: [Point, Point, Point, Point]) =>
  `M${show(from)} C${show(bend)} ${show(other)} ${show(to)}`;

const show = ([x, y]: Point) => `${Math.round(x)},${Math.round(y)}`;
