/**
 * `deno task test`: builds the client, then runs the tests through HTTP with the faults, and the
 * browser journeys, at once; the checks of `deno task ok` run beside all of that. Names select the
 * test files that have one of them in their path; `--changed` selects those that a change affects
 * (see tests/kit/changed.ts). `--long` is `deno task test:long`: the long runs of the faults and the
 * tests in tests/long, one suite after the other, because some of them measure. No test is retried.
 * While they run, a line every half minute says how far they are. At the end, whatever failed is
 * printed again; the last line adds up every suite: `N passed, N failed`.
 */
import { chooseTests, type Chosen } from "./kit/changed.ts";
import { chromium } from "./kit/chromium.ts";
import { clusterFolder, startCluster } from "./kit/postgres.ts";
import { caddy, postgresTools, redis } from "./kit/programs.ts";
import { SEED } from "./kit/random.ts";
import { check, denoTests, interrupt, journeys, type Outcome, sayHowFar } from "./kit/runners.ts";

type Suite = { heading: string; run: () => Promise<Outcome[]> };

const E2E = "tests/e2e";
/** The folder for modules that import several test files each, and how many short files one has. */
const GROUPS = `.data/test-groups-${Deno.pid}`;
const GROUP_MOST = 20;
const GROUP_LEAST = 6;
/** This file says whether the client was built. */
const CLIENT_READY = `${Deno.cwd()}/${GROUPS}/client-ready`;
/** Tests wait more than they compute, so there are more jobs than cores, beside the journeys. */
const JOBS = String(Math.min(8, navigator.hardwareConcurrency + 2));

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

const sum = (outcomes: Outcome[]): Outcome => ({
  passed: outcomes.reduce((all, { passed }) => all + passed, 0),
  failed: outcomes.reduce((all, { failed }) => all + failed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
});

/**
 * Runs the checks of `deno task ok`.
 * @param hasTypes false where CHECKS_TYPES, which is among the tests, checks the types of all files
 */
async function checks(hasTypes: boolean): Promise<Outcome[]> {
  const all: [string, string[]][] = [
    ["format", ["fmt", "--check"]],
    ["lint", ["lint", "--quiet"]],
    ["the house's walls", ["test", "-A", "--quiet", "--no-check", "tests/house_test.ts"]],
  ];
  if (hasTypes) all.push(["types", ["check", "--quiet", "server", "client", "db", "tests"]]);
  const outcomes: Outcome[] = [];
  for (const [what, args] of all) outcomes.push(await check(what, args));
  return outcomes;
}

/** Builds the client, and tells the tests that need it, which would otherwise look themselves. */
async function build(): Promise<Outcome> {
  const outcome = await check("build", ["run", "-A", "client/build.ts"]);
  await Deno.mkdir(GROUPS, { recursive: true });
  await Deno.writeTextFile(CLIENT_READY, outcome.failed === 0 ? "built" : "failed");
  return outcome;
}

/** Returns a folder's test files that match the names, sorted. */
const testsIn = (folder: string, ending = "_test.ts"): string[] =>
  [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`)
    .filter((path) => path.endsWith(ending) && isNamed(path)).sort();

/**
 * Writes modules that import the test files, and returns the modules in their order: the files that
 * take longest begin first. All modules are in one folder, because Deno keeps the given order only
 * within a folder. It starts each module in an isolate of its own, which has to load and optimize
 * the server anew: 5 s of processor time. So few modules have many files each, and the last ones have
 * fewer, so that all jobs end at about the same time. The files that compile C++ are together because
 * they share a compiler.
 */
async function grouped(files: string[]): Promise<string[]> {
  await Deno.mkdir(GROUPS, { recursive: true });
  const faults = files.filter(isFault);
  const longest = LONGEST.map((paths) => paths.filter((path) => files.includes(path)));
  const cpp = files.filter(usesCompiler);
  const first = [...faults.map((path) => [path]), ...longest, cpp];
  const short = files.filter((path) => !first.flat().includes(path));
  const groups = [...first];
  while (short.length > 0) {
    const share = Math.ceil(short.length / Number(JOBS) / 2);
    groups.push(short.splice(0, Math.max(GROUP_LEAST, Math.min(GROUP_MOST, share))));
  }
  return await Promise.all(groups.filter((group) => group.length > 0).map(writeModule));
}

const isFault = (path: string) => path.startsWith("tests/faults/");
const usesCompiler = (path: string) =>
  /^tests\/(cpp(_\w+)?|steps|steps_programs)_test\.ts$/.test(path);

/** Writes a module that imports these files. Its place in the order is its name's beginning. */
async function writeModule(files: string[], place: number): Promise<string> {
  const first = files[0]?.match(/(\w+)_test\.ts$/)?.[1];
  const more = files.length > 1 ? "_and_more" : "";
  const path = `${GROUPS}/${String(place).padStart(3, "0")}_${first}${more}_test.ts`;
  await Deno.writeTextFile(path, files.map((file) => `import "../../${file}";\n`).join(""));
  return path;
}

/** Whether a test does more in a long run: more random runs, or cases that the seed chooses from. */
const doesMore = (path: string) => /kit\/chosen\.ts|randomRuns/.test(Deno.readTextFileSync(path));

type Files =
  & { server: string[]; journeys: string[] }
  & Partial<Pick<Chosen, "calls" | "titles">>;

/**
 * Returns the test files to run. A long run has the tests that take long by nature, the faults, and
 * only the long journeys.
 */
async function wantedFiles(): Promise<Files> {
  const http = testsIn("tests").filter((path) =>
    // tests/house_test.ts is among the checks.
    isLong ? doesMore(path) : names.length > 0 || path !== "tests/house_test.ts"
  );
  const found = {
    server: [...testsIn("tests/faults"), ...isLong ? testsIn("tests/long") : [], ...http],
    journeys: isLong
      ? [
        ...testsIn(`${E2E}/long`, ".spec.ts"),
        ...testsIn(E2E, "screens.spec.ts"),
        ...testsIn(E2E, "api-docs.spec.ts"),
      ]
      : testsIn(E2E, ".spec.ts"),
  };
  if (!isChanged) return found;
  const { changed, tests, isEverything, calls, titles } = await chooseTests();
  console.log(
    isEverything
      ? "The change touches everything."
      : `${changed.length} files changed; ${tests.length} test files reach them.`,
  );
  const isTouched = (path: string) => tests.includes(path);
  return {
    server: found.server.filter(isTouched),
    journeys: found.journeys.filter(isTouched),
    calls,
    titles,
  };
}

/** Runs the tests through HTTP and the faults. */
async function serverTests(files: string[], env: Record<string, string>): Promise<Outcome> {
  const texts = await Promise.all(files.map((path) => Deno.readTextFile(path)));
  // Some files make a test of each row of a table.
  const all = texts.join("").match(/\bDeno\.test\(/g)?.length ?? 0;
  return await denoTests({ what: "tests through HTTP", modules: await grouped(files), all }, env);
}

/** Runs one suite. A suite in which no test ran has failed. */
async function runSuite({ heading, run }: Suite): Promise<Outcome> {
  console.log(`\n── ${heading} ──\n`);
  const began = performance.now();
  let outcome = await run().then(sum, (error) => failed(`${heading}\n${error?.stack ?? error}`));
  if (outcome.passed + outcome.failed === 0) outcome = failed(`${heading}\nNo test ran.`);
  const seconds = Math.round((performance.now() - began) / 1000);
  const { passed, failed: bad } = outcome;
  console.log(`\n${heading}: ${passed} passed, ${bad} failed, ${seconds} s.\n`);
  return outcome;
}

const failed = (why: string): Outcome => ({ passed: 0, failed: 1, failures: [why] });

/** Runs the suites at once, or one after the other if they measure. */
async function runSuites(suites: Suite[]): Promise<Outcome[]> {
  if (!isLong) return await Promise.all(suites.map(runSuite));
  const outcomes: Outcome[] = [];
  for (const suite of suites) outcomes.push(await runSuite(suite));
  return outcomes;
}

async function main(): Promise<Outcome> {
  const { server, journeys: specs, calls, titles } = await wantedFiles();
  if (names.length > 0 && server.length + specs.length === 0) {
    return failed(`No test file has ${names.join(" or ")} in its path.`);
  }
  // If one of them is missing, only the tests that need it fail.
  const needed = [
    ...server.length > 0 ? [redis] : [],
    ...server.some(isFault) ? [caddy, chromium, postgresTools] : [],
  ];
  for (const find of needed) await find().catch(({ message }) => console.error(message));
  console.log(`Random values have the seed ${SEED}; TEST_SEED=${SEED} repeats them.`);
  const folder = await clusterFolder();
  const postgres = await startCluster(`${folder}/data`);
  const env = {
    TEST_POSTGRES: postgres.url,
    TEST_SEED: String(SEED),
    DENO_JOBS: JOBS,
    CLIENT_READY,
    ...(isLong && { DOUBTLESS_LONG: "1" }),
    ...(calls && { TEST_CALLS: calls.join(",") }),
  };
  try {
    const quickCheck = {
      heading: "The quick check",
      run: () => checks(!server.includes(CHECKS_TYPES)),
    };
    // It takes a core for longer than the build does, so the tests begin beside it.
    const checking = names.length === 0 && !isLong ? [runSuite(quickCheck)] : [];
    const built = await runSuite({
      heading: "The client's build",
      run: async () => [await build()],
    });
    const rest = await runSuites([
      ...server.length > 0
        ? [{
          heading: "Tests through HTTP, and faults",
          run: async () => [await serverTests(server, env)],
        }]
        : [],
      ...specs.length > 0
        ? [{
          heading: "Browser journeys",
          run: async () => {
            const config = `${E2E}/playwright.config.ts`;
            const withBrowser = { ...env, CHROMIUM: await chromium() };
            return [await journeys({ what: "journeys", config, specs, titles }, withBrowser)];
          },
        }]
        : [],
    ]);
    return sum([built, ...await Promise.all(checking), ...rest]);
  } finally {
    await postgres.stop();
    await Deno.remove(GROUPS, { recursive: true });
    await Deno.remove(folder, { recursive: true }).catch(({ message }) => console.error(message));
  }
}

Deno.addSignalListener("SIGINT", interrupt);
Deno.addSignalListener("SIGTERM", interrupt);
const began = Date.now();
const told = setInterval(() => sayHowFar(began), 30_000);
const total = await main().catch((error) => failed(error?.stack ?? String(error)));
clearInterval(told);
for (const failure of total.failures) console.log(`\nFAILED: ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
Deno.exit(total.failed > 0 ? 1 : 0);
