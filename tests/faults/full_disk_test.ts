/**
 * The disk fills up and is freed: acknowledged writes are kept, and the server recovers by itself.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import postgres from "postgres";
import { DEMO_PASSWORD } from "../../db/seed.ts";
import { dataFolder, placeOf, postmasterOf, removeData } from "../kit/data.ts";
import { picture } from "../kit/fixture.ts";
import { type Caller, caller } from "../kit/people.ts";
import { freePort, start } from "../kit/process.ts";
import { eventually } from "./kit/servers.ts";

const MAIN = "server/main.ts";
const MEGABYTES = 400;

/** Mounts a small disk in memory. Returns null if mounting is not permitted. */
async function smallDisk() {
  const path = await Deno.makeTempDir({ prefix: "doubtless-disk-" });
  const run = async (program: string, ...args: string[]) =>
    (await new Deno.Command(program, { args, stderr: "null" }).output().catch(() => null))
      ?.success ??
      false;
  const options = `size=${MEGABYTES}m,mode=755`;
  if (!await run("mount", "-t", "tmpfs", "-o", options, "doubtless", path)) {
    await Deno.remove(path);
    return null;
  }
  const filler = `${path}/filler`;
  return {
    path,
    /** Fills the disk to the last byte. */
    async fill() {
      for (let size = 1 << 22; size >= 4096; size >>= 1) {
        const piece = new Uint8Array(size);
        try {
          for (;;) await Deno.writeFile(filler, piece, { append: true });
        } catch {
          // No piece of this size fits any more.
        }
      }
    },
    free: () => Deno.remove(filler),
    async [Symbol.asyncDispose]() {
      await removeData(`${path}/data`);
      await run("umount", "-l", path);
      await Deno.remove(path);
    },
  };
}

const disk = await smallDisk();
await disk?.[Symbol.asyncDispose]();

async function register(visitor: Caller, email: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: "Asha", email, password: "Right@123" })) {
    form.set(name, value);
  }
  for (const [name, value] of Object.entries({ branch: "CSE", year: "2" })) form.set(name, value);
  return await visitor.post("/auth/register", form);
}

async function connection(data: string) {
  const place = await placeOf(data);
  const port = (await Deno.readTextFile(`${place}/cluster/postmaster.pid`)).split("\n")[3];
  const password = await Deno.readTextFile(`${place}/password`);
  return postgres(`postgres://doubtless:${password}@127.0.0.1:${port}/postgres`, {
    max: 1,
    onnotice: () => {},
  });
}

/** From now on PostgreSQL keeps its whole write-ahead log: a checkpoint would use old files again. */
async function keepLog(data: string): Promise<void> {
  const sql = await connection(data);
  await sql`select pg_create_physical_replication_slot('ballast', true)`;
  await sql.end();
}

/** Fills the disk and writes until PostgreSQL has no room for its write-ahead log, and ends. */
async function exhaust(disk: { fill(): Promise<void> }, data: string): Promise<void> {
  let last: unknown;
  for (const end = Date.now() + 600_000; Date.now() < end;) {
    await disk.fill();
    // PostgreSQL removes the file with its port when it ends.
    const sql = await connection(data).catch(() => null);
    if (sql === null) return;
    try {
      for (let time = 0; time < 100; time++) {
        await sql`select pg_logical_emit_message(true, 'ballast', 'x')`;
        await sql`select pg_switch_wal()`;
      }
    } catch (error) {
      // It is expected: there is no room left.
      last = error;
      // It has died, and the server has started it again already, without room.
      if ((error as { code?: string }).code === "57P03") return;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  throw new Error("PostgreSQL still runs on a full disk", { cause: last });
}

const emailsIn = async (data: string): Promise<string[]> => {
  const sql = await connection(data);
  try {
    return (await sql`select email from registrations`).map(({ email }) => email);
  } finally {
    await sql.end({ timeout: 1 });
  }
};

Deno.test({
  name:
    "a disk fills up and is freed: writes are refused meanwhile, nothing is lost, and the server recovers by itself",
  // Runs only where a small disk may be mounted.
  ignore: disk === null,
  async fn() {
    await using disk = await smallDisk();
    ok(disk);
    const [data, port] = [`${disk.path}/data`, freePort()];
    const url = `http://127.0.0.1:${port}`;
    const env = { DATA: data, PORT: String(port), LOG_LEVEL: "warn" };
    await using program = start(MAIN, { env });
    await program.says("Doubtless is ready");
    await keepLog(data);
    const visitor = caller({ url });
    const login = { email: "mentor@demo.test", password: DEMO_PASSWORD };
    const { token } = (await visitor.post("/auth/login", login)).body;
    const mentor = caller({ url }, token);
    const upload = async () => {
      const form = new FormData();
      form.set("file", picture());
      return await mentor.post("/upload", form);
    };
    const kept: string[] = [];
    for (let at = 0; at < 10; at++) {
      is((await register(visitor, `kept${at}@class.test`)).status, 201);
      kept.push(`kept${at}@class.test`);
    }
    is((await upload()).status, 201);

    await disk.fill();
    // PostgreSQL still runs, because it has spare files for its write-ahead log.
    const full = await upload();
    equals([full.status, full.body.code, full.headers.get("retry-after")], [503, "full", "60"]);
    match(full.body.msg, /no room left/);
    await exhaust(disk, data);
    await program.says("the database has died and could not be started again");
    for (let at = 0; at < 5; at++) {
      const { status, body } = await register(visitor, `late${at}@class.test`);
      if (status === 201) kept.push(`late${at}@class.test`);
      else equals([status, ["full", "unavailable"].includes(body.code)], [503, true], body.msg);
    }
    is((await fetch(`${url}/healthz`)).status, 200);

    await disk.free();
    await eventually(async () => is((await fetch(`${url}/readyz`)).status, 200));
    await eventually(async () => is((await register(visitor, "after@class.test")).status, 201));
    is((await upload()).status, 201);
    const emails = await emailsIn(data);
    equals(kept.filter((email) => !emails.includes(email)), []);

    // The disk is full again, and the server is stopped in this state.
    await exhaust(disk, data);
    const from = program.output().length;
    await program.end("SIGTERM");
    const said = program.output().slice(from).replace(/^\{.*\}$/gm, "").trim();
    match(said, /^Stopping…\s+(Stopped\.|[A-Z][^\n]+\.)$/, program.output());
    await disk.free();
    await using again = start(MAIN, { env });
    await again.says("Doubtless is ready");
    const still = await emailsIn(data);
    equals([...kept, "after@class.test"].filter((email) => !still.includes(email)), []);
    is(await again.end("SIGTERM"), 0);
    is(await postmasterOf(data), null);
  },
});

Deno.test({
  name: "a first start on a full disk ends with one sentence, and works once there is room",
  ignore: disk === null,
  async fn() {
    await using disk = await smallDisk();
    ok(disk);
    const env = { DATA: `${disk.path}/data`, PORT: String(freePort()), DEMO: "off" };
    await disk.fill();
    await using first = start(MAIN, { env });
    is(await first.end(), 1);
    match(first.output().trim(), /^[A-Z].+No space left on device.*\.$/);
    await disk.free();
    await using second = start(MAIN, { env });
    await second.says("Doubtless is ready");
    is(await second.end("SIGTERM"), 0);
  },
});

Deno.test({
  name: "a server whose log is on a full disk answers requests and shuts down",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using data = await dataFolder();
    const port = freePort();
    const command = `exec "${Deno.execPath()}" run -A --no-check ${MAIN} > /dev/full 2> /dev/full`;
    const env = { DATA: data.path, PORT: String(port), DEMO: "off", HOST: "127.0.0.1" };
    const server = new Deno.Command("sh", { args: ["-c", command], env, stdin: "null" }).spawn();
    const visitor = caller({ url: `http://127.0.0.1:${port}` });
    await eventually(async () => is((await visitor.get("/assignments/home")).status, 200));
    for (let at = 0; at < 5; at++) {
      is((await register(visitor, `kept${at}@class.test`)).status, 201);
    }
    server.kill("SIGTERM");
    is((await server.status).code, 0);
    is(await postmasterOf(data.path), null);
  },
});
