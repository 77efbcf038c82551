/**
 * `deno task test` runs the checks of `deno task ok`, the rules through HTTP, and the journeys with
 * @main in their title, one for each thing that a person does. `--all` adds the other journeys, the
 * faults, what starts programs, and what is tried on every call; `--long` what takes long. Names
 * select files that have one in their path; `--changed` those about a change. The last line counts.
 */
import { changedTests } from "./kit/changed.ts";
import { chromium } from "./kit/chromium.ts";
import { JOBS, writeModules } from "./kit/modules.ts";
import { clusterFolder, startCluster } from "./kit/postgres.ts";
import { endMarked } from "./kit/process.ts";
import { caddy, postgresTools, redis } from "./kit/programs.ts";
import { SEED } from "./kit/random.ts";

const has = (option: string) => Deno.args.includes(option);
const names = Deno.args.filter((name) => !name.startsWith("--"));
const isLong = has("--long");
const isWhole = names.length === 0 && !has("--changed");
const isAll = isLong || has("--all") || !isWhole;
/** All that this run starts has it in its environment, also what outlives its parent. */
const RUN = crypto.randomUUID();
Deno.env.set("TEST_RUN", RUN);
const folder = await Deno.makeTempDir({ prefix: "doubtless-test-" });
// PostgreSQL runs as another user when we are root.
await Deno.chmod(folder, 0o755);
const cluster = await clusterFolder();
let [passed, isInterrupted] = [0, false];
/** What failed is printed once more: of a long output, a machine may keep only the end. */
const failures: string[] = [];

/** Runs Deno. @param report the file with its tests as JUnit writes them; without, it is one test */
async function run(what: string, args: string[], report?: string): Promise<void> {
  if (isInterrupted) return;
  console.log(`\n── ${what} ──\n`);
  const command = new Deno.Command(Deno.execPath(), { args, stdin: "null" });
  const { success } = await command.spawn().status;
  const one = success ? "<testcase/>" : "";
  const text = report ? await Deno.readTextFile(report).catch(() => "") : one;
  const tests = Array.from(text.matchAll(/<testcase\b.*?(\/>|<\/testcase>)/gs), ([test]) => test);
  const bad = tests.filter((test) => /<(failure|error)\b/.test(test));
  if (!success && bad.length === 0) failures.push(`${what} ended with an error.`);
  failures.push(...bad);
  passed += tests.filter((test) => !/<(failure|error|skipped)\b/.test(test)).length;
}

/** Returns the files in these folders that the options name. */
async function files(ending: string, folders: string[]): Promise<string[]> {
  const all = folders.flatMap((at) => [...Deno.readDirSync(at)].map(({ name }) => `${at}/${name}`))
    .filter((path) => path.endsWith(ending) && !(isWhole && path === "tests/house_test.ts")).sort();
  if (has("--changed")) return await changedTests(all);
  return names.length === 0 ? all : all.filter((path) => names.some((name) => path.includes(name)));
}

async function main(): Promise<void> {
  const more = isAll ? ["tests/calls", "tests/processes", "tests/faults"] : [];
  const tests = await files("_test.ts", ["tests", ...more, ...(isLong ? ["tests/long"] : [])]);
  const specs = await files(".spec.ts", ["tests/e2e", ...(isLong ? ["tests/e2e/long"] : [])]);
  const variables = {
    TMPDIR: folder,
    TEST_SEED: String(SEED),
    TEST_POSTGRES: (await startCluster(`${cluster}/data`)).url,
    DENO_JOBS: String(JOBS),
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: `${folder}/journeys.xml`,
    ...(specs.length > 0 && { CHROMIUM: await chromium() }),
    TEST_SIZE: isLong ? "long" : isAll ? "all" : "main",
  };
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  for (const find of isWhole && isAll ? [redis, caddy, postgresTools] : []) {
    await find().catch(({ message }) => console.error(message));
  }
  console.log(`Random values have the seed ${SEED}; TEST_SEED=${SEED} repeats them.`);
  const checks = isWhole ? run("Checks", ["task", "ok"]) : null;
  await run("The client's build", ["run", "-A", "client/build.ts"]);
  const report = `${folder}/tests.xml`;
  const options = ["-A", "--no-check", "--parallel", `--junit-path=${report}`];
  const test = ["test", ...options, ...await writeModules(tests, folder)];
  const rules = tests.length > 0 ? run("Tests through HTTP", test, report) : null;
  // Long journeys measure. Others run beside these tests: both wait more than they compute.
  if (isLong) await rules;
  const cli = ["run", "-A", import.meta.resolve("@playwright/test/cli"), "test"];
  const args = [...cli, "--config=tests/e2e", ...(isAll ? [] : ["--grep=@main"]), ...specs];
  if (specs.length > 0) await run("Journeys", args, variables.PLAYWRIGHT_JUNIT_OUTPUT_FILE);
  await Promise.all([rules, checks]);
}

/** Ends what this run has started, and removes what it has written. */
async function end(isBad: boolean): Promise<never> {
  await endMarked(RUN);
  for (const path of [folder, cluster]) await Deno.remove(path, { recursive: true });
  Deno.exit(Number(isBad));
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  Deno.addSignalListener(signal, () => void end(isInterrupted = true));
}
await main().catch((error) => failures.push(error.stack));
if (isInterrupted) await new Promise(() => {});
for (const failure of failures) console.log(`\nFAILED: ${failure.slice(0, 3000)}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
await end(failures.length > 0);
