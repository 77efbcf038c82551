/** Reads the failed tests from the reports of Deno's and of Playwright's test runner. */

/** A failed test, with its error as the report has it. */
export type Failure = { test: string; error: string };

/** Reads the failed tests from a JUnit report. */
export function failuresOf(report: string): Failure[] {
  const cases =
    /<testcase name="(.*?)" classname="(.*?)"[^>]*>\s*<(?:failure|error)([^>]*)>([^<]*)/g;
  const plain = (text: string) =>
    text.replace(/&(lt|gt|quot|apos|amp|#10);/g, (_, name) => CHARACTERS[name] ?? "");
  return [...report.matchAll(cases)].map(([, name = "", file = "", about = "", text = ""]) => ({
    test: plain(`${file}: ${name}`),
    error: plain(text.trim() || about),
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

/** The part of Playwright's JSON report that is read here. */
export interface JourneyReport {
  stats?: { expected?: number; flaky?: number; unexpected?: number };
  suites?: JourneySuite[];
}
interface JourneySuite {
  specs?: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
  suites?: JourneySuite[];
}

/** Reads the failed journeys from a suite of Playwright's report. */
export function failedJourneys({ specs = [], suites = [] }: JourneySuite): Failure[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ title, file, line, tests }) => ({
    test: `${file}:${line}: ${title}`,
    error: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? "",
  }));
  return [...failed, ...suites.flatMap(failedJourneys)];
}
