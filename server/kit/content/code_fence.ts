/** Makes a block of a text out of code. */

/** A student's code as Markdown: as it is if it looks like HTML or Markdown, else a block. */
export function fenced(code: string, language: string): string {
  if (isMarkup(code)) return code;
  // The fence must be longer than any run of backticks in the code.
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

export const isMarkup = (code: string): boolean =>
  /^\s*<(p|pre|div|figure|h\d|ul|ol|span)\b/i.test(code) || /^```/m.test(code);
