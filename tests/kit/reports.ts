/** Reads the failed tests from the JUnit reports of Deno's and of Playwright's test runner. */

/** A failed test, with its error as the report has it. */
export type Failure = { test: string; error: string };

export function failuresOf(report: string): Failure[] {
  // Playwright writes what the test printed, and its properties, before the failure.
  const cases =
    /<testcase name="([^"]*)" classname="([^"]*)"[^>]*>(?:(?!<\/?testcase)[^])*?<(?:failure|error)([^>]*)>(?:\s*<!\[CDATA\[([^]*?)\]\]>|([^<]*))/g;
  const plain = (text: string) =>
    text.replace(/&(lt|gt|quot|apos|amp|#10);/g, (_, name) => CHARACTERS[name] ?? "");
  return [...report.matchAll(cases)].map((
    [, name = "", file = "", about = "", cdata, text = ""],
  ) => ({
    test: plain(`${file}: ${name}`),
    error: cdata?.trim() ?? plain(text.trim() || about),
  }));
}

const CHARACTERS: Record<string, string> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
  "#10": "\n",
};
