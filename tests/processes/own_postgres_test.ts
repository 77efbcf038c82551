/**
 * The embedded PostgreSQL: in a private folder, when two servers want it, when its start is
 * interrupted, and when it crashes.
 */
import { match, ok, strictEqual as is } from "node:assert/strict";
import {
  dataFolder,
  isAlive,
  lastChildOf,
  placeOf,
  postmasterOf,
  processesWith,
  removeData,
} from "../kit/data.ts";
import "../kit/client_ready.ts";
import { caller } from "../kit/people.ts";
import { freePort, type Program, start, startTask } from "../kit/process.ts";
import { until } from "../kit/until.ts";

const MAIN = "server/main.ts";
/** True unless the tests run as root on Linux: only then does PostgreSQL run as another user. */
const isOthers = Deno.build.os !== "linux" || Deno.uid() !== 0;
const TRACE = /^\s+at |\(file:\/\//m;

const write = async (url: string, email: string) => {
  const message = { name: "Asha", email, message: "Is anybody there?" };
  return (await caller({ url }).post("/contact", message)).status;
};

/** Returns whether the database of the server at this address has a message from this person. */
async function keeps(url: string, data: string, email: string): Promise<boolean> {
  ok((await fetch(`${url}/readyz`)).ok);
  const { connect } = await import("../../server/kit/db/database.ts");
  const place = await placeOf(data);
  const port = (await Deno.readTextFile(`${place}/cluster/postmaster.pid`)).split("\n")[3];
  const password = await Deno.readTextFile(`${place}/password`);
  const { sql, close } = connect(`postgres://doubtless:${password}@127.0.0.1:${port}/postgres`, {
    max: 1,
  });
  const found = await sql`select 1 from contact_messages where email = ${email}`;
  await close();
  return found.length === 1;
}

/** Copies the project into a folder that only its owner may enter. */
async function privateCopy(): Promise<AsyncDisposable & { path: string }> {
  const home = await Deno.makeTempDir({ prefix: "doubtless-private-" });
  await Deno.chmod(home, 0o700);
  const path = `${home}/class`;
  await Deno.mkdir(path);
  const parts = ["deno.json", "deno.lock", "server", "client", "db", "node_modules"];
  for (const how of ["-al", "-a"]) {
    const { success } = await new Deno.Command("cp", { args: [how, ...parts, path] }).output();
    if (success) break;
  }
  return {
    path,
    async [Symbol.asyncDispose]() {
      await removeData(`${path}/.data`);
      await Deno.remove(home, { recursive: true });
    },
  };
}

Deno.test({
  name:
    "in a folder that only root may enter, README's command starts the server, also after a stop and after a kill",
  ignore: isOthers,
  async fn() {
    await using copy = await privateCopy();
    const [data, port] = [`${copy.path}/.data`, freePort()];
    const url = `http://127.0.0.1:${port}`;
    const run = () =>
      startTask("start", {
        cwd: copy.path,
        env: { PORT: String(port), DEMO: "off" },
      });
    await using first = run();
    await first.says(`Doubtless is ready: ${url}`);
    const place = await placeOf(data);
    await first.says(`The database is in ${place}: its user, postgres, may not enter .data.`);
    is(await write(url, "kept@class.test"), 201);
    is((await Deno.stat(place)).mode! & 0o777, 0o700);

    Deno.kill(await lastChildOf(first.process.pid), "SIGKILL");
    await first.end();
    await using second = run();
    await second.says("Doubtless is ready");
    is(await placeOf(data), place);
    ok(await keeps(url, data, "kept@class.test"));

    Deno.kill(await lastChildOf(second.process.pid), "SIGTERM");
    await second.end();
    match(second.output(), /Stopping…\s+Stopped\.\s*$/);
    is(await postmasterOf(data), null);
    await using third = run();
    await third.says("Doubtless is ready");
    ok(await keeps(url, data, "kept@class.test"));
    Deno.kill(await lastChildOf(third.process.pid), "SIGTERM");
    await third.end();
    for (const { output } of [first, second, third]) ok(!TRACE.test(output()), output());
  },
});

Deno.test({
  name: "the data move when their folder becomes private, and a copy of the folder cannot use them",
  ignore: isOthers,
  async fn() {
    await using folder = await dataFolder();
    const home = folder.path.slice(0, folder.path.lastIndexOf("/"));
    const port = freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { DATA: folder.path, DEMO: "off", PORT: String(port) };
    await using before = start(MAIN, { env });
    await before.says("Doubtless is ready");
    is(await write(url, "kept@class.test"), 201);
    is(await before.end("SIGTERM"), 0);
    is(await placeOf(folder.path), `${folder.path}/postgres`);

    await Deno.chmod(home, 0o700);
    await using after = start(MAIN, { env });
    await after.says("Doubtless is ready");
    const place = await placeOf(folder.path);
    ok(place !== `${folder.path}/postgres`);
    ok(await keeps(url, folder.path, "kept@class.test"));

    const copy = `${home}/copy`;
    await new Deno.Command("cp", { args: ["-a", folder.path, copy] }).output();
    await using other = start(MAIN, { env: { ...env, DATA: copy, PORT: String(freePort()) } });
    is(await other.end(), 1);
    match(
      other.output(),
      /is that of .+, of which this is a copy: remove .+ to begin with an empty/,
    );
    ok(!TRACE.test(other.output()));
    is(await after.end("SIGTERM"), 0);

    await Deno.rename(place, `${place}-gone`);
    await using without = start(MAIN, { env });
    is(await without.end(), 1);
    match(without.output(), /was in .+, where it is no longer: bring it back, or remove/);
    await Deno.rename(`${place}-gone`, place);
  },
});

Deno.test("of two servers that start at once in an empty folder, one runs, and the other names its address", async () => {
  await using data = await dataFolder();
  const ports = [freePort(), freePort()];
  const programs = ports.map((port) =>
    start(MAIN, { env: { DATA: data.path, DEMO: "off", PORT: String(port) } })
  ) as [Program, Program];
  await using _both = {
    async [Symbol.asyncDispose]() {
      for (const program of programs) await program[Symbol.asyncDispose]();
    },
  };
  // The one that ends first is the one that was refused.
  const ended = await Promise.race(programs.map(async (program, at) => {
    is(await program.end(), 1, program.output());
    return at;
  }));
  const [other, first] = [programs[ended], programs[1 - ended]] as [Program, Program];
  const url = `http://127.0.0.1:${ports[1 - ended]}`;
  is(
    other.output().trim(),
    `Another Doubtless is running on ${data.path}, at ${url}: stop it first.`,
  );
  await first.says(`Doubtless is ready: ${url}`);
  is(await write(url, "one@class.test"), 201);
  is(await first.end("SIGTERM"), 0);
});

Deno.test("a server starts after its first start was killed while it created the database", async () => {
  await using data = await dataFolder();
  const env = { DATA: data.path, DEMO: "off", PORT: String(freePort()) };
  await using first = start(MAIN, { env });
  const made = async (folder: string) =>
    await Deno.stat(`${data.path}/postgres/${folder}/PG_VERSION`).then(() => true, () => false);
  await until(async () => await made("cluster") || await made("cluster.unfinished"), "begun");
  // Kills everything, as a power failure does.
  first.process.kill("SIGKILL");
  for (const pid of await processesWith(`${data.path}/postgres/cluster`)) {
    if (isAlive(pid)) Deno.kill(pid, "SIGKILL");
  }
  await first.end();
  await using second = start(MAIN, { env });
  await second.says("Doubtless is ready");
  is(await second.end("SIGTERM"), 0);
});

Deno.test("Ctrl-C during the first start stops the server and its PostgreSQL", async () => {
  await using data = await dataFolder();
  const env = { DATA: data.path, DEMO: "off", PORT: String(freePort()) };
  await using program = start(MAIN, { env });
  await until(async () => await postmasterOf(data.path) !== null, "PostgreSQL starts");
  const postgres = await postmasterOf(data.path);
  is(await program.end("SIGINT"), 0, program.output());
  match(program.output(), /Stopping…[^]*Stopped\.\s*$/);
  ok(postgres !== null && !isAlive(postgres));
});

/** Kills the PostgreSQL of this folder, as a machine does that runs out of memory. */
async function killPostgres(data: string): Promise<number> {
  const pid = await postmasterOf(data);
  ok(pid !== null && isAlive(pid));
  Deno.kill(pid, "SIGKILL");
  return pid;
}

Deno.test("a killed PostgreSQL is restarted, and the server continues", async () => {
  await using data = await dataFolder();
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { DATA: data.path, DEMO: "off", PORT: String(port) };
  await using program = start(MAIN, { env });
  await program.says("Doubtless is ready");
  is(await write(url, "before@class.test"), 201);
  const killed = await killPostgres(data.path);
  await program.says("the database had died and was started again");
  await until(async () => (await fetch(`${url}/readyz`)).ok, "ready again");
  ok(await postmasterOf(data.path) !== killed);
  ok(await keeps(url, data.path, "before@class.test"));
  is(await write(url, "after@class.test"), 201);
  // The data folder stays locked for other servers.
  await using other = start(MAIN, { env: { ...env, PORT: String(freePort()) } });
  is(await other.end(), 1);
  match(other.output(), /^\s*Another Doubtless is running on .+, at http:.+: stop it first\.\s*$/);
  // Stops the server while its PostgreSQL is dead.
  const last = await killPostgres(data.path);
  is(await program.end("SIGTERM"), 0, program.output());
  match(program.output(), /Stopped\.\s*$/);
  ok(!TRACE.test(program.output()), program.output());
  is(isAlive(last), false);
});
