/** Compares a program's output with the expected one. The cost grows with the length of the texts. */
import type { JudgeSettings } from "./types.ts";

/** Where the output begins to differ from the expected one; lines and columns begin at 1. */
export type Comparison = { same: true } | { same: false; line: number; column: number };
type Rule = Pick<JudgeSettings, "comparison" | "tolerance">;

const SAME: Comparison = { same: true };

export function compareOutput(expected: string, got: string, rule: Rule): Comparison {
  const isExact = rule.comparison === "exact";
  const [wanted, found] = [expected, got].map(isExact ? linesOf : relevantLines);
  const differ = rule.comparison === "numbers" ? firstWrongNumber(rule.tolerance) : firstDifference;
  const count = Math.max(wanted?.length ?? 0, found?.length ?? 0);
  for (let index = 0; index < count; index++) {
    const [a, b] = [wanted?.[index], found?.[index]];
    // A line that only one of them has differs from its start.
    const at = a === undefined || b === undefined ? 0 : differ(a, b);
    if (at !== null) return { same: false, line: index + 1, column: at + 1 };
  }
  return SAME;
}

const linesOf = (text: string): string[] => text.split("\n");

/** The lines without spaces at their ends and without empty lines at the end of the text. */
function relevantLines(text: string): string[] {
  const lines = linesOf(text).map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
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

const isNear = (expected: number, got: number, tolerance: number): boolean =>
  Math.abs(expected - got) <= tolerance * Math.max(1, Math.abs(expected));
