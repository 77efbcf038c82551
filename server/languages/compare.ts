/** Compares a program's output with the expected one. The cost grows with the length of the texts. */
import type { JudgeSettings } from "./types.ts";

/**
 * Where the output begins to differ from the expected one; lines and columns begin at 1. `kind` says
 * how: the output's line ends too early ("short") or goes on ("long"), a whole line is missing or
 * too much, or another text stands there.
 */
export type Difference = {
  same: false;
  line: number;
  column: number;
  kind: "other" | "short" | "long" | "missing line" | "extra line";
};
export type Comparison = { same: true } | Difference;
type Rule = Pick<JudgeSettings, "comparison" | "tolerance">;

const SAME: Comparison = { same: true };

export function compareOutput(expected: string, got: string, rule: Rule): Comparison {
  if (rule.comparison === "exact") return compareExactly(expected, got);
  const [wanted, found] = [relevantLines(expected), relevantLines(got)];
  const differ = rule.comparison === "numbers" ? firstWrongNumber(rule.tolerance) : firstDifference;
  const count = Math.max(wanted.length, found.length);
  for (let index = 0; index < count; index++) {
    const [a, b] = [wanted[index], found[index]];
    const line = index + 1;
    if (b === undefined) return { same: false, line, column: 1, kind: "missing line" };
    if (a === undefined) return { same: false, line, column: 1, kind: "extra line" };
    if (differ(a.trimEnd(), b.trimEnd()) === null) continue;
    // Spaces at the ends are no difference, but here they say where the other text begins.
    const at = differ(a, b) ?? 0;
    return { same: false, line, column: at + 1, kind: kindAt(a, b, at) };
  }
  return SAME;
}

const ENDINGS: Partial<Record<Difference["kind"], string>> = {
  short: ": the rest of the line is missing",
  long: ": the line should end there",
};

/** Pages have it without the catalogue, which is large; its Hindi is there. */
export function sayDifference({ line, column, kind }: Difference): string {
  if (kind === "missing line") return `First difference: line ${line} is missing.`;
  if (kind === "extra line") return `First difference: line ${line} should not be there.`;
  return `First difference: line ${line}, column ${column}${ENDINGS[kind] ?? ""}.`;
}

function compareExactly(expected: string, got: string): Comparison {
  const at = firstDifference(expected, got);
  if (at === null) return SAME;
  const before = got.slice(0, at).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { same: false, line: before.length, column, kind: kindAt(expected, got, at) };
}

function kindAt(expected: string, got: string, at: number): Difference["kind"] {
  if (at >= got.length) return "short";
  return at >= expected.length ? "long" : "other";
}

/** The lines without those at the end of the text that have nothing but spaces. */
function relevantLines(text: string): string[] {
  const lines = text.split("\n");
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
}

/** Returns the index in `got`, or null where the texts are equal. */
function firstDifference(expected: string, got: string): number | null {
  if (expected === got) return null;
  const most = Math.min(expected.length, got.length);
  let at = 0;
  while (at < most && expected[at] === got[at]) at += 1;
  return at;
}

const NUMBER = /([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)/;

/** Between numbers, the text has to be equal. */
const firstWrongNumber = (tolerance: number) => (expected: string, got: string): number | null => {
  if (expected === got) return null;
  // The numbers stand at the odd places, since they are what the texts are split at.
  const [wanted, found] = [expected.split(NUMBER), got.split(NUMBER)];
  let at = 0;
  for (let index = 0; index < Math.max(wanted.length, found.length); index++) {
    const [a, b] = [wanted[index], found[index]];
    if (a === undefined || b === undefined) return at;
    if (index % 2 === 1) {
      if (a !== b && !isNear(Number(a), Number(b), tolerance)) return at;
    } else {
      const inside = firstDifference(a, b);
      if (inside !== null) return at + inside;
    }
    at += b.length;
  }
  return null;
};

/** A number that is too large for a double is near to none. */
const isNear = (expected: number, got: number, tolerance: number): boolean =>
  Number.isFinite(expected) &&
  Math.abs(expected - got) <= tolerance * Math.max(1, Math.abs(expected));
