/**
 * Runs Deno's and Playwright's test runners, and other programs that pass or fail as a whole. All of
 * their output is shown. What failed is kept for the end of the run, because a CI machine may keep
 * only the end of a long output: a failed test, or else what the runner itself said.
 */
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportTestResult } from "@playwright/test/reporter";

/** @property failures what is printed again at the end */
export type Outcome = { passed: number; failed: number; failures: string[] };

const IS_CI = Boolean(Deno.env.get("CI"));
const IS_COLOURED = Deno.stdout.isTerminal() && !Deno.noColor;
/** The lines of a program that say why it failed, if nothing else does. */
const LAST = 30;

const running = new Set<Deno.ChildProcess>();
let isInterrupted = false;
/** How many tests of the suites that run now have ended, of how many. */
const progress = new Map<string, { ended: number; all: number }>();

/** Ends what runs, and lets nothing else begin. */
export function interrupt(): void {
  isInterrupted = true;
  for (const child of running) {
    try {
      child.kill("SIGTERM");
    } catch {
      // It has ended already.
    }
  }
}

/** Says how far the suites are, such as "── 3 min: journeys 61 of 150 ──". */
export function sayHowFar(since: number): void {
  const minutes = Math.round((Date.now() - since) / 60_000);
  const parts = [...progress].map(([what, { ended, all }]) => `${what} ${ended} of ${all}`);
  if (parts.length > 0) console.log(`── ${minutes} min: ${parts.join(", ")} ──`);
}

type Ran = { isGood: boolean; lines: string[] };

type Env = Record<string, string>;

/**
 * Runs Deno to its end, with an empty standard input.
 * @param show gets each line as it is
 * @param onLine gets each line without colours
 */
async function run(
  args: string[],
  { env = {}, show = console.log, onLine = () => {} }: {
    env?: Env;
    show?: (line: string) => void;
    onLine?: (line: string) => void;
  },
): Promise<Ran> {
  if (isInterrupted) return { isGood: false, lines: ["It was interrupted."] };
  const child = new Deno.Command(Deno.execPath(), {
    args,
    env: { ...(IS_COLOURED && { FORCE_COLOR: "1" }), ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  running.add(child);
  const lines: string[] = [];
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const whole = (rest + text).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) {
        show(line);
        lines.push(stripVTControlCharacters(line));
        onLine(lines.at(-1) ?? "");
      }
    }
    if (rest !== "") lines.push(rest);
  };
  const [{ success }] = await Promise.all([child.status, read(child.stdout), read(child.stderr)]);
  running.delete(child);
  return { isGood: success, lines };
}

const theLast = (lines: string[]) => lines.slice(-LAST).join("\n");

/** Runs a program that passes or fails as a whole. */
export async function check(what: string, args: string[]): Promise<Outcome> {
  const { isGood, lines } = await run(args, {});
  console.log(`${isGood ? "ok" : "FAILED"}: ${what}`);
  const failures = isGood ? [] : [`${what}\n${theLast(lines)}`];
  return { passed: Number(isGood), failed: Number(!isGood), failures };
}

/** A test's last line, and not that of a step: "./some_test.ts => what is tested ... ok (1s)". */
const ENDED = /^\.\/\S+ => ((?! \.\.\. ).)+ \.\.\. (ok|FAILED|cancelled) \(/;

/**
 * Runs Deno's test runner. Its summary counts the tests and their steps; what it says from "ERRORS"
 * on names whatever failed, errors outside of tests too.
 * @param all how many tests the modules have, about
 */
export async function denoTests(
  { what, modules, all, show }: {
    what: string;
    modules: string[];
    all: number;
    show?: (line: string) => void;
  },
  env: Env,
): Promise<Outcome> {
  const far = { ended: 0, all };
  progress.set(what, far);
  const { isGood, lines } = await run(["test", "-A", "--no-check", "--parallel", ...modules], {
    env,
    show,
    onLine: (line) => far.ended += Number(ENDED.test(line)),
  });
  progress.delete(what);
  const counts = readSummary(lines);
  if (isGood && counts !== null) return { ...counts, failures: [] };
  const errors = lines.lastIndexOf(" ERRORS ");
  const told = errors === -1 ? theLast(lines) : lines.slice(errors + 1).join("\n");
  const { passed, failed } = counts ?? { passed: 0, failed: 0 };
  return { passed, failed: Math.max(1, failed), failures: [`${what}\n${told}`] };
}

/** Reads Deno's summary: "ok | 1 passed (2 steps) | 3 failed (4 steps) | 5 ignored (6s)". */
function readSummary(lines: string[]): { passed: number; failed: number } | null {
  const line = lines.findLast((line) => /^(ok|FAILED) \| \d+ passed/.test(line));
  if (line === undefined) return null;
  const countOf = (what: string) => {
    const [, tests = 0, steps = 0] =
      new RegExp(`(\\d+) ${what}(?: \\((\\d+) steps?\\))?`).exec(line) ?? [];
    return Number(tests) + Number(steps);
  };
  return { passed: countOf("passed"), failed: countOf("failed") };
}

type Journeys = { what: string; config: string; specs: string[]; titles?: string | null };

/**
 * Runs Playwright's test runner, and reads its report.
 * @param titles runs only journeys whose title matches this regular expression
 */
export async function journeys(
  { what, config, specs, titles }: Journeys,
  env: Env,
): Promise<Outcome> {
  const path = await Deno.makeTempFile({ prefix: "doubtless-journeys-", suffix: ".json" });
  const far = { ended: 0, all: 0 };
  progress.set(what, far);
  const cli = import.meta.resolve("@playwright/test/cli");
  const args = ["run", "-A", "--no-prompt", cli, "test", "--config", config];
  // Playwright also looks in the file's name, which comes before.
  const only = titles ? [`--grep=/\\.ts .*(${titles})/i`] : [];
  const { isGood, lines } = await run([...args, "--reporter=list,json", ...only, ...specs], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    onLine(line) {
      far.all ||= Number(/^Running (\d+) tests?/.exec(line)?.[1] ?? 0);
      far.ended += Number(/^ +[✓✘] +\d+ /.test(line));
    },
  });
  progress.delete(what);
  const text = await Deno.readTextFile(path);
  await Deno.remove(path);
  const report: JSONReport | null = text === "" ? null : JSON.parse(text);
  const failures = report === null ? [] : failuresOf(report);
  if (!isGood && failures.length === 0) failures.push(`${what}\n${theLast(lines)}`);
  return { passed: report?.stats.expected ?? 0, failed: failures.length, failures };
}

/** Returns each failed journey, and each error outside of journeys, such as of a worker, with its text. */
export function failuresOf({ errors, suites }: Pick<JSONReport, "errors" | "suites">): string[] {
  const failed = suites.flatMap(function inSuite({ specs, suites = [] }): string[] {
    const own = specs.flatMap(({ title, file, line, tests }) =>
      tests.flatMap(({ results }) => results).filter(({ errors }) => errors.length > 0)
        .map((result) =>
          [`${file}:${line} › ${title}`, ...result.errors.map(textOf), pageOf(result)].join("\n")
        )
    );
    return [...own, ...suites.flatMap(inSuite)];
  });
  return [...failed, ...errors.map((error) => `outside of the journeys\n${textOf(error)}`)];
}

const textOf = ({ message = "" }: { message?: string }) =>
  stripVTControlCharacters(message).split("\n").slice(0, 12).join("\n");

/** Returns the page on which a journey failed: a CI machine cannot be looked at afterwards. */
function pageOf({ attachments }: JSONReportTestResult): string {
  const path = attachments.find(({ name }) => name === "error-context")?.path;
  if (!IS_CI || path === undefined) return "";
  return Deno.readTextFileSync(path).match(/^```yaml\n(.+?)^```$/ms)?.[1] ?? "";
}
