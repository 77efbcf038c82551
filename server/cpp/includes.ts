/** The includes at the top of a program, which can be compiled once for many programs. */

const COMMENT = /\/\*[\s\S]*?\*\//g;
const PLAIN = /^#\s*include\s*(<[\w/+.]+>)$/;

/** Returns them as the text of one header; "" where the program begins with something else. */
export function leadingIncludes(source: string): string {
  const found = new Set<string>();
  for (const raw of source.replace(COMMENT, " ").split("\n")) {
    const line = raw.replace(/\/\/.*$/, "").trim();
    if (line === "") continue;
    const [, name] = PLAIN.exec(line) ?? [];
    if (name === undefined) break;
    found.add(`#include ${name}\n`);
  }
  return [...found].sort().join("");
}

/** Names precompiled includes: they fit only programs with the same settings. */
export function includesKey(
  { standard, optimise }: { standard: string; optimise: number },
  includes: string,
): string {
  return JSON.stringify([standard, optimise, includes]);
}

/** Returns the includes that a key names. */
export const textOf = (key: string): string => (JSON.parse(key) as [string, number, string])[2];

/**
 * Returns the key of the includes that have most of a program's includes and no others; null where
 * there are none. Only the rest of its includes is then compiled with the program.
 * @param wanted the key of the program's own includes
 */
export function bestIncludes(keys: Iterable<string>, wanted: string | null): string | null {
  if (wanted === null) return null;
  const [standard, optimise, text] = JSON.parse(wanted) as [string, number, string];
  const lines = new Set(linesOf(text));
  let [best, most]: [string | null, number] = [null, 0];
  for (const key of keys) {
    const [keptStandard, keptOptimise, keptText] = JSON.parse(key) as [string, number, string];
    const kept = linesOf(keptText);
    // One header has all others.
    const worth = keptText.includes("<bits/stdc++.h>") ? Infinity : kept.length;
    const fits = keptStandard === standard && keptOptimise === optimise &&
      kept.every((line) => lines.has(line));
    if (fits && worth > most) [best, most] = [key, worth];
  }
  return best;
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");
