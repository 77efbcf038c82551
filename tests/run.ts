/**
 * `deno task test`: the gate, the tests through HTTP, the faults, the client's build and the
 * browser journeys; with names, only the test files that have one of them in their path.
 * The last line adds up every suite: `N passed, N failed`.
 */
import { chromium } from "./kit/chromium.ts";
import { caddy, postgresTools, redis } from "./kit/programs.ts";
import { startEmbedded } from "../server/kit/embedded.ts";

type Count = { passed: number; failed: number };
type Suite = { heading: string; run: () => Promise<Count> };

const E2E = "tests/e2e";
/** Where playwright.config.ts has what is left of failed journeys. */
const RESULTS = "test-results";
const IS_CI = Boolean(Deno.env.get("CI"));
/** Tests wait more than they compute, so a few more at once than there are cores. */
const JOBS = String(Math.min(8, navigator.hardwareConcurrency + 1));

const names = Deno.args.filter((name) => name.trim() !== "");
const isWanted = (path: string) =>
  names.length === 0 || names.some((name) => path.includes(name.replace(/^\.\//, "")));

let running: Deno.ChildProcess | null = null;
let interrupted = false;

/** Runs a program to its end, its output as ours. Nothing is read from standard input. */
async function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  if (interrupted) return false;
  running = new Deno.Command(program, { args, env, stdin: "null" }).spawn();
  const { success } = await running.status;
  running = null;
  return success;
}

const deno = (args: string[], env?: Record<string, string>) => run(Deno.execPath(), args, env);

/** One check that passes or fails as a whole. */
async function check(what: string, passes: () => Promise<boolean>): Promise<Count> {
  const passed = await passes();
  console.log(`${passed ? "ok" : "FAILED"}: ${what}`);
  return { passed: Number(passed), failed: Number(!passed) };
}

const sum = (counts: Count[]): Count => ({
  passed: counts.reduce((all, { passed }) => all + passed, 0),
  failed: counts.reduce((all, { failed }) => all + failed, 0),
});

async function gate(): Promise<Count> {
  const checks: [string, string[]][] = [
    ["format", ["fmt", "--check"]],
    ["lint", ["lint", "--quiet"]],
    ["types", ["check", "--quiet", "server", "client", "db", "tests"]],
    ["the house's walls", ["test", "-A", "--quiet", "--no-check", "tests/house_test.ts"]],
  ];
  const counts: Count[] = [];
  for (const [what, args] of checks) counts.push(await check(what, () => deno(args)));
  return sum(counts);
}

/** The files of a folder that are tests and wanted, in order. */
async function testsIn(folder: string, ending: string): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      if (isFile && name.endsWith(ending) && isWanted(path)) found.push(path);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort();
}

/**
 * Deno's own runner; what it counted is in its report, file by file.
 * @throws Error when it fails and no test has
 */
async function denoTests(
  files: string[],
  env: Record<string, string>,
  flags: string[] = [],
): Promise<Map<string, Count>> {
  const path = await Deno.makeTempFile({ prefix: "doubtless-tests-", suffix: ".xml" });
  try {
    const success = await deno(
      ["test", "-A", "--no-check", ...flags, `--junit-path=${path}`, ...files],
      env,
    );
    // A file that does not load, or a worker that dies, is in no report.
    const counts = new Map(files.map((file) => [file, { passed: 0, failed: Number(!success) }]));
    const report = await Deno.readTextFile(path);
    const suite = /<testsuite name="\.\/(.*?)" tests="(\d+)" .*?errors="(\d+)" failures="(\d+)"/g;
    for (const [, file = "", ...numbers] of report.matchAll(suite)) {
      const [tests = 0, errors = 0, failures = 0] = numbers.map(Number);
      const failed = errors + failures;
      counts.set(file, { passed: tests - failed, failed });
    }
    if (success || sum([...counts.values()]).failed > 0) return counts;
    throw new Error("The runner failed, and no test of it.");
  } finally {
    await Deno.remove(path);
  }
}

/**
 * Where nobody can look at it, a file that fails has one try more, alone, as a journey has. The
 * first is told; elsewhere nothing is tried twice.
 */
async function triedTests(...[files, env, flags]: Parameters<typeof denoTests>): Promise<Count> {
  const counts = await denoTests(files, env, flags);
  const again = files.filter((file) => (counts.get(file)?.failed ?? 0) > 0);
  if (!IS_CI || again.length === 0 || interrupted) return sum([...counts.values()]);
  console.log(`\nOnce more: ${again.join(", ")}\n`);
  const second = await denoTests(again, env);
  const passed = again.filter((file) => second.get(file)?.failed === 0);
  if (passed.length > 0) console.log(`Passed at the second try only: ${passed.join(", ")}`);
  return sum([...new Map([...counts, ...second]).values()]);
}

/** Playwright's own runner, with its own report. */
async function journeys(specs: string[], env: Record<string, string>): Promise<Count> {
  const report = await Deno.makeTempFile({ prefix: "doubtless-journeys-", suffix: ".json" });
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
        "--reporter=list,json",
        ...specs,
      ],
      { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    );
    const { stats } = JSON.parse(await Deno.readTextFile(report) || '{"stats":{}}') as {
      stats: { expected?: number; flaky?: number; unexpected?: number };
    };
    const { expected = 0, flaky = 0, unexpected = 0 } = stats;
    if (flaky > 0) console.log(`${flaky} of them passed at the second try only: see above.`);
    if (flaky + unexpected > 0 && IS_CI) {
      await showPages().catch(({ message }) => console.error(message));
    }
    const failed = success ? unexpected : Math.max(1, unexpected);
    return { passed: expected + flaky, failed };
  } finally {
    await Deno.remove(report);
  }
}

/** What was on the screen where a journey failed: a machine that is gone cannot be asked. */
async function showPages(): Promise<void> {
  for await (const { name } of Deno.readDir(RESULTS)) {
    const about = await Deno.readTextFile(`${RESULTS}/${name}/error-context.md`).catch(() => "");
    const page = about.match(/^```yaml\n(.+?)^```$/ms)?.[1];
    if (page !== undefined) console.log(`\n── ${name} ──\n\n${page}`);
  }
}

/** A PostgreSQL for this run alone; durability is tested in tests/faults, on clusters of its own. */
async function testPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await Deno.makeTempDir({ prefix: "doubtless-postgres-" });
  // PostgreSQL runs as another user when we are root.
  await Deno.chmod(folder, 0o755);
  const postgres = await startEmbedded(`${folder}/data`, {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "300",
  });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function interrupt(): void {
  interrupted = true;
  try {
    running?.kill("SIGTERM");
  } catch {
    // It has ended already.
  }
}

async function main(): Promise<Count> {
  const files = (await testsIn("tests", "_test.ts")).filter((file) =>
    names.length > 0 || file !== "tests/house_test.ts"
  );
  const faults = await testsIn("tests/faults", "_test.ts");
  const specs = await testsIn(E2E, ".spec.ts");
  if (names.length > 0 && files.length + faults.length + specs.length === 0) {
    console.error(`No test file has ${names.join(" or ")} in its path.`);
    return { passed: 0, failed: 1 };
  }
  // Without them, only the tests that need them fail.
  const needed = [
    ...files.length > 0 ? [redis] : [],
    ...faults.length > 0 ? [redis, caddy, chromium, postgresTools] : [],
  ];
  for (const find of new Set(needed)) await find().catch(({ message }) => console.error(message));
  const postgres = await testPostgres();
  const env = { TEST_POSTGRES: postgres.url, DENO_JOBS: JOBS };
  try {
    const suites: Suite[] = [];
    if (names.length === 0) suites.push({ heading: "The gate", run: gate });
    suites.push({
      heading: "The client's build",
      run: () => check("build", () => deno(["run", "-A", "client/build.ts"])),
    });
    if (files.length > 0) {
      const run = () => triedTests(files, env, ["--parallel"]);
      suites.push({ heading: "Tests through HTTP", run });
    }
    if (faults.length > 0) {
      suites.push({ heading: "Faults", run: () => triedTests(faults, env) });
    }
    if (specs.length > 0) {
      suites.push({
        heading: "Browser journeys",
        run: async () => await journeys(specs, { ...env, CHROMIUM: await chromium() }),
      });
    }
    const counts: Count[] = [];
    for (const { heading, run } of suites) {
      if (interrupted) break;
      console.log(`\n── ${heading} ──\n`);
      let count = await run().catch((error) => {
        console.error(error instanceof Error ? error.message : error);
        return { passed: 0, failed: 1 };
      });
      if (count.passed + count.failed === 0) {
        console.error("No test ran.");
        count = { passed: 0, failed: 1 };
      }
      console.log(`\n${heading}: ${count.passed} passed, ${count.failed} failed.`);
      counts.push(count);
    }
    if (interrupted) counts.push({ passed: 0, failed: 1 });
    return sum(counts);
  } finally {
    await postgres.stop();
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
console.log(`\n${total.passed} passed, ${total.failed} failed`);
Deno.exit(total.failed > 0 ? 1 : 0);
