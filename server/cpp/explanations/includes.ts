/** Adds the `#include` that a message asks for. */

const ASKS =
  /(?:add|begin the program with|begin the program with an #include, such as) #include <([\w./]+)>/;
const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*[<"]([\w./+-]+)[>"].*$/gm;

/** Returns the headers that a program includes, without their brackets. */
export const includesIn = (source: string): string[] =>
  Array.from(source.matchAll(INCLUDE), ([, header = ""]) => header);

/** Returns the header that this explanation asks for, unless the program includes it already. */
export function includeToAdd(explanation: string | undefined, source: string): string | null {
  const header = ASKS.exec(explanation ?? "")?.[1];
  return header === undefined || includesIn(source).includes(header) ? null : header;
}

/** Where to insert a header's line, and the line: below the last include at the beginning. */
export function includeLine(source: string, header: string): { at: number; text: string } {
  let at = 0;
  for (const { 0: line, index } of source.matchAll(INCLUDE)) {
    // What stands below other code, or under an #if, is not the program's beginning.
    if (!/^(?:\s|\/\/.*|#[ \t]*(?:include|pragma|define)\b.*)*$/.test(source.slice(0, index))) {
      break;
    }
    at = index + line.length;
  }
  const line = `#include <${header}>`;
  return at === 0 ? { at, text: `${line}\n` } : { at, text: `\n${line}` };
}
