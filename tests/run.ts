/**
 * `deno task test`: builds the client, then runs the tests through HTTP with the faults, and the
 * browser journeys, at once; the checks of `deno task ok` run beside all of that. Names select the
 * test files that have one of them in their path; `--changed` selects those that a change affects
 * (see tests/kit/changed.ts). `--long` is `deno task test:long`: the long runs of the faults and the
 * tests in tests/long, one suite after the other, because some of them measure. No test is retried.
 * The last line adds up every suite: `N passed, N failed`.
 */
import { chooseTests } from "./kit/changed.ts";
import { chromium } from "./kit/chromium.ts";
import { caddy, postgresTools, redis } from "./kit/programs.ts";
import { SEED } from "./kit/random.ts";
import { type Failure, failuresOf } from "./kit/reports.ts";
import { clusterFolder, startCluster } from "./kit/postgres.ts";

type Count = { passed: number; failed: number };
type Suite = { heading: string; run: () => Promise<Count[]> };
const NOTHING: Count = { passed: 0, failed: 0 };

const E2E = "tests/e2e";
/** The folder for modules that import several test files each, and how many short files one has. */
const GROUPS = `.data/test-groups-${Deno.pid}`;
const GROUP_MOST = 20;
const GROUP_LEAST = 6;
/** The folder in which playwright.config.ts puts what is left of failed journeys. */
const RESULTS = "test-results";
/** This file says whether the client was built. */
const CLIENT_READY = `${Deno.cwd()}/${GROUPS}/client-ready`;
const IS_CI = Boolean(Deno.env.get("CI"));
/** Tests wait more than they compute, so there are more jobs than cores, beside the journeys. */
const JOBS = String(Math.min(8, navigator.hardwareConcurrency + 2));

/**
 * Tests that do more in a long run: ten times as many random runs (`randomRuns` in
 * tests/kit/random.ts), every odd value in every field, every call's refusals and roles, every
 * permission, the build of a copy, or every C++ program.
 */
const MORE_RUNS = [
  "tests/live_test.ts",
  "tests/render_budget_test.ts",
  "tests/new_feature_test.ts",
  "tests/permissions_test.ts",
  "tests/wording_test.ts",
  "tests/strings_test.ts",
  "tests/hostile_texts_test.ts",
  "tests/judge_test.ts",
  "tests/cpp_programs_test.ts",
  "tests/cpp_test.ts",
  "tests/steps_programs_test.ts",
];

/**
 * The tests that take longest begin first, after the faults. Those that start programs wait most, so
 * each has a module of its own.
 */
const LONGEST = [
  ["judge"],
  ["own_postgres"],
  ["new_feature"],
  ["permissions"],
  ["start"],
  ["attempts", "bodies", "sessions"],
  ["wording", "policy"],
  ["live"],
  ["hostile_texts", "render_budget"],
].map((names) => names.map((name) => `tests/${name}_test.ts`));

/** It checks the types of a copy of the whole project, to which only an example is added. */
const CHECKS_TYPES = "tests/new_feature_test.ts";

const options = Deno.args.filter((argument) => argument.startsWith("--"));
const isLong = options.includes("--long");
const isChanged = options.includes("--changed");
const names = Deno.args.filter((name) => name.trim() !== "" && !name.startsWith("--"));
const isNamed = (path: string) =>
  names.length === 0 || names.some((name) => path.includes(name.replace(/^\.\//, "")));

/** Printed again at the end, because a CI machine may keep only the end of a long output. */
const failures: Failure[] = [];

const running = new Set<Deno.ChildProcess>();
let interrupted = false;

/**
 * Runs a program to its end, with this process's output and an empty standard input.
 * @returns whether it succeeded
 */
async function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  if (interrupted) return false;
  const child = new Deno.Command(program, { args, env, stdin: "null" }).spawn();
  running.add(child);
  const { success } = await child.status;
  running.delete(child);
  return success;
}

const deno = (args: string[], env?: Record<string, string>) => run(Deno.execPath(), args, env);

/** Runs one check that passes or fails as a whole. */
async function check(what: string, passes: () => Promise<boolean>): Promise<Count> {
  const passed = await passes();
  if (!passed) failures.push({ test: what, error: "" });
  console.log(`${passed ? "ok" : "FAILED"}: ${what}`);
  return { passed: Number(passed), failed: Number(!passed) };
}

const sum = (counts: Count[]): Count => ({
  passed: counts.reduce((all, { passed }) => all + passed, 0),
  failed: counts.reduce((all, { failed }) => all + failed, 0),
});

/**
 * Runs the checks of `deno task ok`.
 * @param hasTypes false where CHECKS_TYPES, which is among the tests, checks the types of all files
 */
async function checks(hasTypes: boolean): Promise<Count[]> {
  const all: [string, string[]][] = [
    ["format", ["fmt", "--check"]],
    ["lint", ["lint", "--quiet"]],
    ["the house's walls", ["test", "-A", "--quiet", "--no-check", "tests/house_test.ts"]],
  ];
  if (hasTypes) all.push(["types", ["check", "--quiet", "server", "client", "db", "tests"]]);
  const counts: Count[] = [];
  for (const [what, args] of all) counts.push(await check(what, () => deno(args)));
  return counts;
}

/** Builds the client, and tells the tests that need it, which would otherwise look themselves. */
async function build(): Promise<Count> {
  const count = await check(
    "build",
    () => deno(["run", "-A", "client/build.ts"], { CLIENT_BUILD: "draft" }),
  );
  await Deno.mkdir(GROUPS, { recursive: true });
  await Deno.writeTextFile(CLIENT_READY, count.failed === 0 ? "built" : "failed");
  return count;
}

/** Returns a folder's test files that match the names: the longest first, the others sorted. */
async function testsIn(folder: string, ending: string): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      if (isFile && name.endsWith(ending) && isNamed(path)) found.push(path);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const longest = LONGEST.flat().filter((path) => found.includes(path));
  return [...longest, ...found.filter((path) => !longest.includes(path)).sort()];
}

/**
 * Writes modules that import the test files, and returns the modules in their order: the files that
 * take longest begin first. All modules are in one folder, because Deno keeps the given order only
 * within a folder. It starts each module in an isolate of its own, which has to load and optimize
 * the server anew: 5 s of processor time. So few modules have many files each, and the last ones have
 * fewer, so that all jobs end at about the same time. The files of C++ are together because they
 * share a compiler.
 */
async function grouped(files: string[]): Promise<string[]> {
  await Deno.mkdir(GROUPS, { recursive: true });
  const faults = files.filter((path) => path.startsWith("tests/faults/"));
  const longest = LONGEST.map((paths) => paths.filter((path) => files.includes(path)));
  const cpp = files.filter(isCpp);
  const first = [...faults.map((path) => [path]), ...longest, cpp];
  const short = files.filter((path) => !first.flat().includes(path));
  const groups = [...first];
  while (short.length > 0) {
    const share = Math.ceil(short.length / Number(JOBS) / 2);
    groups.push(short.splice(0, Math.max(GROUP_LEAST, Math.min(GROUP_MOST, share))));
  }
  return await Promise.all(groups.filter((group) => group.length > 0).map(writeModule));
}

const isCpp = (path: string) => /^tests\/cpp(_\w+)?_test\.ts$/.test(path);

/** Writes a module that imports these files. Its place in the order is its name's beginning. */
async function writeModule(files: string[], place: number): Promise<string> {
  const first = files[0]?.match(/(\w+)_test\.ts$/)?.[1];
  const more = files.length > 1 ? "_and_more" : "";
  const path = `${GROUPS}/${String(place).padStart(3, "0")}_${first}${more}_test.ts`;
  await Deno.writeTextFile(path, files.map((file) => `import "../../${file}";\n`).join(""));
  return path;
}

/**
 * Runs Deno's test runner, and reads the counts of each file from its report.
 * @throws Error when it fails and no test has
 */
async function denoTests(
  files: string[],
  env: Record<string, string>,
): Promise<Map<string, Count>> {
  const path = await Deno.makeTempFile({ prefix: "doubtless-tests-", suffix: ".xml" });
  try {
    const modules = await grouped(files);
    const success = await deno(
      ["test", "-A", "--no-check", "--parallel", `--junit-path=${path}`, ...modules],
      env,
    );
    // A file that does not load, or a worker that dies, is not in the report.
    const counts = new Map(files.map((file) => [file, { passed: 0, failed: Number(!success) }]));
    const report = await Deno.readTextFile(path);
    const suite = /<testsuite name="\.\/(.*?)" tests="(\d+)" .*?errors="(\d+)" failures="(\d+)"/g;
    for (const [, file = "", ...numbers] of report.matchAll(suite)) {
      const [tests = 0, errors = 0, failures = 0] = numbers.map(Number);
      const failed = errors + failures;
      counts.set(file, { passed: tests - failed, failed });
    }
    failures.push(...failuresOf(report));
    for (
      const file of success ? [] : files.filter((file) => !report.includes(`name="./${file}"`))
    ) {
      failures.push({ test: `${file} did not run, or ran no test`, error: "" });
    }
    if (success || sum([...counts.values()]).failed > 0) return counts;
    throw new Error("The runner failed, and no test of it.");
  } finally {
    await Deno.remove(path);
  }
}

/** Runs Playwright's test runner, and reads the counts from its report. */
async function journeys(specs: string[], env: Record<string, string>): Promise<Count> {
  const path = await Deno.makeTempFile({ prefix: "doubtless-journeys-", suffix: ".xml" });
  try {
    const success = await deno(
      [
        "run",
        "-A",
        "--no-prompt",
        import.meta.resolve("@playwright/test/cli"),
        "test",
        "--config",
        `${E2E}/playwright.config.ts`,
        "--reporter=list,junit",
        ...specs,
      ],
      { ...env, PLAYWRIGHT_JUNIT_OUTPUT_FILE: path },
    );
    const report = await Deno.readTextFile(path);
    failures.push(...failuresOf(report));
    const all = /<testsuites .*?tests="(\d+)" failures="(\d+)" skipped="(\d+)" errors="(\d+)"/;
    const [tests = 0, failed = 0, skipped = 0, errors = 0] =
      report.match(all)?.slice(1).map(Number) ??
        [];
    if (failed > 0 && IS_CI) await showPages().catch(({ message }) => console.error(message));
    const passed = tests - failed - skipped - errors;
    return { passed, failed: success ? failed : Math.max(1, failed + errors) };
  } finally {
    await Deno.remove(path);
  }
}

/**
 * Prints the page on which each journey failed, because a CI machine cannot be looked at
 * afterwards.
 */
async function showPages(): Promise<void> {
  for await (const { name } of Deno.readDir(RESULTS)) {
    const about = await Deno.readTextFile(`${RESULTS}/${name}/error-context.md`).catch(() => "");
    const page = about.match(/^```yaml\n(.+?)^```$/ms)?.[1];
    if (page !== undefined) console.log(`\n── ${name} ──\n\n${page}`);
  }
}

function interrupt(): void {
  interrupted = true;
  for (const child of running) {
    try {
      child.kill("SIGTERM");
    } catch {
      // It has ended already.
    }
  }
}

type Files = Record<"http" | "faults" | "journeys", string[]>;

/**
 * Returns the test files to run. A long run has the tests that take long by nature, the faults, and
 * only the long journeys.
 */
async function wantedFiles(): Promise<Files> {
  const found: Files = isLong
    ? {
      http: [
        ...await testsIn("tests/long", "_test.ts"),
        ...(await testsIn("tests", "_test.ts")).filter((path) => MORE_RUNS.includes(path)),
      ],
      faults: await testsIn("tests/faults", "_test.ts"),
      journeys: [
        ...await testsIn(`${E2E}/long`, ".spec.ts"),
        ...await testsIn(E2E, "screens.spec.ts"),
        ...await testsIn(E2E, "api-docs.spec.ts"),
      ],
    }
    : {
      http: await testsIn("tests", "_test.ts"),
      faults: await testsIn("tests/faults", "_test.ts"),
      journeys: await testsIn(E2E, ".spec.ts"),
    };
  // tests/house_test.ts is part of the gate.
  if (names.length === 0) found.http = found.http.filter((path) => path !== "tests/house_test.ts");
  if (!isChanged) return found;
  const { changed, tests, isEverything } = await chooseTests();
  const isTouched = (path: string) => tests.includes(path);
  console.log(
    isEverything
      ? "The change touches everything."
      : `${changed.length} files changed; ${tests.length} test files reach them.`,
  );
  return {
    http: found.http.filter(isTouched),
    faults: found.faults.filter(isTouched),
    journeys: found.journeys.filter(isTouched),
  };
}

/**
 * Runs the tests through HTTP, and the faults beside them: the faults wait most, so they begin
 * early. They are counted separately.
 */
async function serverTests({ http, faults }: Files, env: Record<string, string>): Promise<Count[]> {
  const counts = await denoTests([...faults, ...http], env);
  return [http, faults].filter((files) => files.length > 0).map((files) => {
    const count = sum(files.map((file) => counts.get(file) ?? { passed: 0, failed: 1 }));
    const what = files === faults ? "Faults" : "Through HTTP";
    console.log(`\n${what}: ${count.passed} passed, ${count.failed} failed.`);
    return count;
  });
}

/** Runs one suite. A suite in which no test ran has failed. */
async function runSuite({ heading, run }: Suite): Promise<Count> {
  if (interrupted) return { passed: 0, failed: 1 };
  console.log(`\n── ${heading} ──\n`);
  const began = performance.now();
  let count = await run().then(sum, (error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  if (count.passed + count.failed === 0) {
    console.error("No test ran.");
    count = { passed: 0, failed: 1 };
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`\n${heading}: ${count.passed} passed, ${count.failed} failed, ${seconds} s.\n`);
  return count;
}

/** Runs the suites at once, or one after the other if they measure. */
async function runSuites(suites: Suite[]): Promise<Count> {
  if (!isLong) return sum(await Promise.all(suites.map(runSuite)));
  const counts: Count[] = [];
  for (const suite of suites) counts.push(await runSuite(suite));
  return sum(counts);
}

async function main(): Promise<Count> {
  const files = await wantedFiles();
  const { http, faults, journeys: specs } = files;
  if (names.length > 0 && http.length + faults.length + specs.length === 0) {
    console.error(`No test file has ${names.join(" or ")} in its path.`);
    return { passed: 0, failed: 1 };
  }
  // If one of them is missing, only the tests that need it fail.
  const needed = [
    ...http.length > 0 ? [redis] : [],
    ...faults.length > 0 ? [redis, caddy, chromium, postgresTools] : [],
  ];
  for (const find of new Set(needed)) await find().catch(({ message }) => console.error(message));
  console.log(`Random values have the seed ${SEED}; TEST_SEED=${SEED} repeats them.`);
  const folder = await clusterFolder();
  const postgres = await startCluster(`${folder}/data`);
  const env = {
    TEST_POSTGRES: postgres.url,
    TEST_SEED: String(SEED),
    DENO_JOBS: JOBS,
    CLIENT_READY,
    ...(isLong && { FAULTS: "long", DOUBTLESS_LONG: "1" }),
  };
  try {
    const quickCheck = {
      heading: "The quick check",
      run: () => checks(!http.includes(CHECKS_TYPES)),
    };
    // It takes a core for longer than the build does, so the tests begin beside it.
    const checking = names.length === 0 && !isLong ? runSuite(quickCheck) : NOTHING;
    const built = await runSuite({
      heading: "The client's build",
      run: async () => [await build()],
    });
    const rest = await runSuites([
      ...http.length + faults.length > 0
        ? [{ heading: "Tests through HTTP, and faults", run: () => serverTests(files, env) }]
        : [],
      ...specs.length > 0
        ? [{
          heading: "Browser journeys",
          run: async () => [await journeys(specs, { ...env, CHROMIUM: await chromium() })],
        }]
        : [],
    ]);
    return sum([built, await checking, rest]);
  } finally {
    await postgres.stop();
    await Deno.remove(GROUPS, { recursive: true });
    await Deno.remove(folder, { recursive: true }).catch(({ message }) => console.error(message));
  }
}

Deno.addSignalListener("SIGINT", interrupt);
Deno.addSignalListener("SIGTERM", interrupt);
let total: Count;
try {
  total = await main();
} catch (error) {
  console.error(error);
  total = { passed: 0, failed: 1 };
}
for (const { test, error } of failures) {
  console.log(`\nFAILED: ${test}\n${error.split("\n").slice(0, 12).join("\n")}`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
Deno.exit(total.failed > 0 ? 1 : 0);
