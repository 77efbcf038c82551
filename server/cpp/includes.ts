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

/**
 * Names precompiled includes: their header, which begins with a line for the settings, since they
 * fit only programs with the same ones.
 */
export const includesKey = (
  { standard, optimise, isHiding = false }: {
    standard: string;
    optimise: number;
    isHiding?: boolean;
  },
  includes: string,
): string => `// ${standard} -O${optimise}${isHiding ? " hiding" : ""}\n${includes}`;

/**
 * Returns the key of the includes that have most of a program's includes and no others; null where
 * there are none. Only the rest of its includes is then compiled with the program.
 * @param wanted the key of the program's own includes
 */
export function bestIncludes(keys: Iterable<string>, wanted: string | null): string | null {
  const lines = new Set(wanted?.split("\n"));
  const fitting = [...keys].filter((key) => key.split("\n").every((line) => lines.has(line)));
  // One header has all others.
  const worth = (key: string) =>
    key.includes("<bits/stdc++.h>") ? Infinity : key.split("\n").length;
  const [best = null] = fitting.toSorted((one, other) => worth(other) - worth(one));
  return best;
}
