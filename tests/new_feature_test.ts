/**
 * The steps of tests/kit/new_feature.md suffice for a new feature: they are applied to a copy of
 * the project, which is then checked and tested. The gate checks the types of all files here, and
 * nowhere else. A long run also builds its client.
 */
import { deepStrictEqual as equals, match, ok, throws } from "node:assert/strict";
import { IS_LONG } from "./kit/chosen.ts";
import "./kit/client_ready.ts";
import { readSources } from "./kit/house.ts";
import { added, apply, stepsOf } from "./kit/new_feature.ts";
import { cluster } from "./kit/postgres.ts";

const STEPS_MOST = 12;
const NOT_COPIED = ["node_modules", "dist", ".data"];
/** The folders whose types are checked. */
const CHECKED = ["server", "client", "db", "tests"];
/** These test every call in the table of routes; here they run for the feature's calls only. */
const TESTS_OF_ALL_CALLS = ["policy", "rules", "events", "openapi", "wording"];

const steps = stepsOf(await Deno.readTextFile("tests/kit/new_feature.md"));

async function copy(from: string, to: string): Promise<void> {
  const { isDirectory } = await Deno.stat(from);
  if (!isDirectory) return await Deno.copyFile(from, to);
  await Deno.mkdir(to);
  for await (const { name } of Deno.readDir(from)) {
    if (!NOT_COPIED.includes(name)) await copy(`${from}/${name}`, `${to}/${name}`);
  }
}

/** Copies the project, and links this one's packages and built client. */
async function project(): Promise<AsyncDisposable & { path: string }> {
  const path = await Deno.makeTempDir({ prefix: "doubtless-feature-" });
  for (const name of ["server", "client", "db", "tests", "deno.json", "deno.lock"]) {
    await copy(name, `${path}/${name}`);
  }
  for (const made of ["node_modules", "client/dist"]) {
    await Deno.symlink(await Deno.realPath(made), `${path}/${made}`);
  }
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Runs deno in the folder. @throws Error with its output when it fails */
async function deno(folder: string, args: string[], env: Record<string, string> = {}) {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: folder,
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const printed = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  if (!success) throw new Error(`deno ${args.join(" ")}\n${printed}`);
  return printed;
}

async function filesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
}

Deno.test(`a new feature takes at most ${STEPS_MOST} steps, and works`, async (t) => {
  ok(steps.length <= STEPS_MOST, `${steps.length} steps`);
  const parts = steps.flatMap(({ parts }) => parts);
  equals(parts.length, new Set(parts.map(({ path }) => path)).size, "a file is in one step only");
  await using copied = await project();
  const { path } = copied;
  const sources = parts.map(({ path }) => path);

  await t.step("the steps apply, and the code passes the formatter and the linter", async () => {
    for (const part of parts) await apply(path, part);
    await deno(path, ["fmt", "--check", ...sources]);
    await deno(path, ["lint", "--quiet", ...sources]);
  });
  await t.step("the migration creates the table, and changes no other", async () => {
    const before = await filesIn(`${path}/db/migrations`);
    const { tasks } = JSON.parse(await Deno.readTextFile("deno.json"));
    // The copy has the packages.
    const [, ...command] = tasks.migration.command.replace(/^.*&& /, "").split(" ");
    await deno(path, [...command, "--name", "tips"]);
    const made = (await filesIn(`${path}/db/migrations`)).filter((name) => !before.includes(name));
    equals(made.map((name) => name.replace(/^\d+_/, "")), ["tips.sql"]);
    const sql = await Deno.readTextFile(`${path}/db/migrations/${made[0]}`);
    match(sql, /^CREATE TABLE "tips"/);
    const tables = sql.matchAll(/\b(?:TABLE|ON) "(\w+)"/g);
    equals([...new Set(Array.from(tables, ([, name]) => name))], ["tips"], sql);
  });
  await t.step("it compiles, and so does the project without it", async () => {
    // A file that compiles here compiles without the feature too, if it imports nothing of it.
    for (const folder of CHECKED) {
      for (const [file, text] of Object.entries(await readSources(folder))) {
        ok(!/["/]tips\//.test(text) || file === "tests/new_feature_test.ts", file);
      }
    }
    await deno(path, ["check", "--quiet", ...CHECKED]);
  });
  await t.step("it passes the tests of all calls, and its own tests", () => tryCalls(path));
  await t.step({
    name: "it can be built",
    ignore: !IS_LONG,
    fn: () => buildClient(path),
  });
});

async function tryCalls(path: string): Promise<void> {
  // The linked client is not the copy's, but none of these tests needs what is new in it.
  const ready = `${path}/client-ready`;
  await Deno.writeTextFile(ready, "built");
  const env = { TEST_POSTGRES: await cluster(), STEPS: "/tips", CLIENT_READY: ready };
  const test = ["test", "-A", "--no-check"];
  await deno(path, [...test, "tests/house_test.ts", "tests/tips_test.ts"], env);
  // In one module they share a server's code, which takes longer to load than a feature's calls.
  const together = TESTS_OF_ALL_CALLS.map((name) => `import "./${name}_test.ts";\n`).join("");
  await Deno.writeTextFile(`${path}/tests/all_calls_test.ts`, together);
  const only = ["--preload=tests/kit/only_steps.ts", "tests/all_calls_test.ts"];
  const printed = await deno(path, [...test, ...only], env);
  for (const call of ["GET /tips", "POST /tips", "PUT /tips/:id"]) {
    ok(printed.split(`${call} ...`).length > 3, `${call} was not tried:\n${printed}`);
  }
}

async function buildClient(path: string): Promise<void> {
  await deno(path, ["run", "-A", "client/build.ts"]);
  const page = await Deno.readTextFile(`${path}/client/dist/pages/tips.html`);
  match(page, /<link rel="modulepreload" crossorigin href="\/assets\/list-[\w-]+\.js">/);
}

Deno.test("README lists the same steps, and names each file to edit", async () => {
  const readme = await Deno.readTextFile("README.md");
  const [, section = ""] = readme.match(/^## Add a feature$(.*?)^## /ms) ?? [];
  equals(section.match(/^\d+\. /gm)?.length, steps.length);
  for (const { path, kind } of steps.flatMap(({ parts }) => parts)) {
    const name = path.endsWith("_test.ts") ? "_test.ts" : path.slice(path.lastIndexOf("/") + 1);
    const named = kind === "additions" ? path : name;
    if (!path.endsWith(".tsx")) ok(section.includes(named), path);
  }
});

Deno.test("an addition must match exactly one place", () => {
  equals(added("a\nb\nc\n", " b\n+x\n+y\n", "f"), "a\nb\nx\ny\nc\n");
  equals(added("a\nb\nc\n\nb\n", " a\n b\n+x\n\n c\n+y\n", "f"), "a\nb\nx\nc\ny\n\nb\n");
  throws(() => added("a\nb\n", " c\n+x\n", "f"), /0 places/);
  throws(() => added("a\nb\nb\n", " b\n+x\n", "f"), /2 places/);
});
