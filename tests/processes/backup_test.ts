/**
 * Backups and restores, with the tasks of the operator: from an embedded database with a folder to
 * a named one with S3 and back, and what a restore refuses.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { DEMO_PASSWORD } from "../../db/seed.ts";
import { entriesOf, tarOf } from "../../db/archive/tar.ts";
import { openStore, s3Store } from "../../server/kit/files/s3.ts";
import type { FileStore } from "../../server/kit/files/files.ts";
import { openOne } from "../../server/kit/db/database.ts";
import { startEmbedded } from "../../server/kit/postgres/embedded_postgres.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { dataFolder, postmasterOf } from "../kit/data.ts";
import { picture } from "../kit/fixture.ts";
import { type Caller, caller, person } from "../kit/people.ts";
import { emptyDatabase } from "../kit/postgres.ts";
import { freePort, start } from "../kit/process.ts";
import { localS3 } from "../kit/s3.ts";
import { TEST_SECRET, testServer } from "../kit/server.ts";

type Vars = Record<string, string>;

/** Runs `deno task backup` or `deno task restore` without its first step, the packages. */
async function task(name: "backup" | "restore", env: Vars, ...args: string[]) {
  await using program = start(`db/${name}.ts`, { args, env });
  return { code: await program.end(), said: program.output() };
}

async function done(name: "backup" | "restore", env: Vars, ...args: string[]): Promise<string> {
  const { code, said } = await task(name, env, ...args);
  is(code, 0, said);
  return said;
}

/** Every row of every table but the event log, as text, and the number of the next event. */
async function rowsOf(url: string) {
  const one = openOne(url);
  const tables: Record<string, string[]> = {};
  const names = await one<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'events'`;
  for (const { name } of names) {
    const rows = await one.unsafe(`select t::text as row from "${name}" t order by 1`);
    tables[name] = rows.map(({ row }) => row);
  }
  const [keys] = await one`select count(*)::int as count from pg_constraint where contype = 'f'`;
  const [next] = await one`select nextval('events_seq_seq')::float as seq`;
  const ids = await one<{ id: string }[]>`select id from files order by id`;
  await one.end();
  return { tables, keys: keys?.count, next: next?.seq, files: ids.map(({ id }) => id) };
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

function expectSame(restored: Rows, { tables, keys, next, files }: Rows): void {
  equals(Object.keys(restored.tables).sort(), Object.keys(tables).sort());
  for (const [name, rows] of Object.entries(tables)) equals(restored.tables[name], rows, name);
  equals([restored.keys, restored.files], [keys, files]);
  // Clients that saw later events than the backup has must fetch everything again.
  ok(restored.next >= next + 1e9);
}

async function bytesOf(store: FileStore, ids: string[]): Promise<(Uint8Array | null)[]> {
  return await Promise.all(ids.map(async (id) => {
    const stream = await store.get(id);
    return stream && new Uint8Array(await new Response(stream).arrayBuffer());
  }));
}

async function upload(me: Caller): Promise<string> {
  const form = new FormData();
  form.set("file", picture());
  const { status, body: { url } } = await me.post("/upload", form);
  is(status, 201);
  return url.slice(url.lastIndexOf("/") + 1);
}

const folder = () => Deno.makeTempDir({ prefix: "doubtless-backup-" });

Deno.test("a backup of a running server with its own database is restored into a named one with S3, and from there into a new one of its own", async () => {
  const [place, named] = [await folder(), await emptyDatabase()];
  await using s3 = await localS3();
  await using data = await dataFolder();
  await using other = await dataFolder();
  const port = freePort();
  const own = { DATA: data.path, JUDGE: "off", PORT: String(port) };
  await using server = start("server/main.ts", { env: own });
  await server.says("Doubtless is ready");
  const visitor = caller({ url: `http://127.0.0.1:${port}` });
  const login = { email: "mentor@demo.test", password: DEMO_PASSWORD };
  const { token } = (await visitor.post("/auth/login", login)).body;
  const file = await upload(caller({ url: `http://127.0.0.1:${port}` }, token));

  const first = `${place}/first.tar.gz`;
  const said = await done("backup", own, first);
  match(said, /The secret is not in it: keep a copy of .*secret in another place\./);
  is((await Deno.stat(first)).mode! & 0o777, 0o600);
  ok(!await includes(first, await Deno.readTextFile(`${data.path}/secret`)));
  match((await task("restore", own, first, "--replace")).said, /A server uses the database/);
  is(await server.end("SIGTERM"), 0);
  // The server was still writing, so this is compared: nothing writes any more.
  const second = `${place}/second.tar.gz`;
  await done("backup", own, second);
  is(await postmasterOf(data.path), null);

  const inS3 = {
    DATABASE_URL: named.url,
    AUTH_SECRET: TEST_SECRET,
    FILES: "s3://uploads/class",
    ...s3.vars,
  };
  match(
    await done("restore", inS3, second, "--keep-sessions"),
    /Restored, as it was at .+ 1 files\./,
  );
  const cluster = await startEmbedded(`${data.path}/postgres`);
  const before = await rowsOf(cluster.url);
  await cluster.stop();
  ok(before.tables.people!.length > 30 && before.tables.doubts!.length > 10);
  const restored = await rowsOf(named.url);
  expectSame(restored, before);
  equals(restored.files, [file]);
  const original = await bytesOf(openStore(`${data.path}/files`), [file]);
  equals(await bytesOf(s3Store(inS3.FILES, s3.vars), [file]), original);

  const third = `${place}/third.tar.gz`;
  await done("backup", inS3, third);
  const back = { DATA: other.path };
  await done("restore", back, third, "--keep-sessions");
  const again = await startEmbedded(`${other.path}/postgres`);
  expectSame(await rowsOf(again.url), restored);
  await again.stop();
  equals(await bytesOf(openStore(`${other.path}/files`), [file]), original);
  await named.drop();
  await Deno.remove(place, { recursive: true });
});

async function includes(backup: string, text: string): Promise<boolean> {
  const file = await Deno.open(backup);
  for await (const { bytes } of entriesOf(unzipped(file.readable))) {
    if (new TextDecoder().decode(bytes).includes(text)) return true;
  }
  return false;
}

const unzipped = (bytes: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  bytes.pipeThrough(new DecompressionStream("gzip"));

/** Writes the backup again, with other parts. */
async function changed(
  from: string,
  to: string,
  change: (name: string, text: string) => string,
): Promise<void> {
  const file = await Deno.open(from);
  async function* entries() {
    for await (const { name, bytes } of entriesOf(unzipped(file.readable))) {
      const isText = !name.startsWith("files/");
      const text = isText ? change(name, new TextDecoder().decode(bytes)) : "";
      yield { name, bytes: isText ? new TextEncoder().encode(text) : bytes };
    }
  }
  const tar = ReadableStream.from(tarOf(entries(), new Date(0))) as ReadableStream<
    Uint8Array<ArrayBuffer>
  >;
  await Deno.writeFile(to, tar.pipeThrough(new CompressionStream("gzip")));
}

Deno.test("a restore refuses what is in use, not empty, damaged or newer, fails as a whole, and replaces as a whole", async (t) => {
  const place = await folder();
  const [whole, broken] = [`${place}/whole.tar.gz`, `${place}/broken.tar.gz`];
  const files = `${place}/files`;
  await using server = await testServer({ FILES: files });
  const env = { DATABASE_URL: server.databaseUrl, AUTH_SECRET: TEST_SECRET, FILES: files };
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const question = await assignment(mentor);
  await doubt(student, question._id);
  const kept = await upload(mentor);
  const made = await mentor.post("/tokens", { name: "Timetable", scope: "read", days: 30 });
  await done("backup", env, whole);
  match((await task("backup", env, whole)).said, /There is a file .+ already/);
  // Written after the backup, so a restore removes it.
  const later = await upload(mentor);
  await mentor.put(`/assignments/${question._id}`, { title: "Later\t\\N \\ é" });

  const refused = async (expected: RegExp, vars: Vars, ...args: string[]) => {
    const { code, said } = await task("restore", vars, ...args);
    is(code, 1, said);
    match(said, expected);
    ok(!/^\s+at |file:\/\//m.test(said), said);
  };
  await refused(/A server uses the database: stop it/, env, whole, "--replace");
  await server.stop();
  const before = await rowsOf(server.databaseUrl);
  const isUnchanged = async () => {
    const { tables, files: ids } = await rowsOf(server.databaseUrl);
    equals([tables, ids], [before.tables, before.files]);
    const stored = await bytesOf(openStore(files), [kept, later]);
    ok(stored.every((bytes) => bytes !== null));
  };

  await t.step("a database that somebody has used", async () => {
    await refused(/not empty: with --replace, what is there is removed/, env, whole);
  });
  await t.step("a file that is cut off, or whose bytes are changed", async () => {
    const bytes = await Deno.readFile(whole);
    await Deno.writeFile(broken, bytes.subarray(0, bytes.length - 100));
    await refused(/broken.tar.gz is damaged/, env, broken, "--replace");
    bytes[bytes.length >> 1]! ^= 1;
    await Deno.writeFile(broken, bytes);
    await refused(/broken.tar.gz is damaged/, env, broken, "--replace");
    await changed(
      whole,
      broken,
      (name, text) => name.startsWith("tables/people/") ? text.replace("mentor", "admin\t") : text,
    );
    await refused(/the checksum of people is wrong/, env, broken, "--replace");
  });
  await t.step("a backup of a newer version", async () => {
    const newer = (name: string, text: string) =>
      name === "manifest.json" ? text.replace(/"migration": "\d+/, '"migration": "9999') : text;
    await changed(whole, broken, newer);
    await refused(/made by version .+, which is newer than this one/, env, broken, "--replace");
  });
  await t.step("a database with tables of something else", async () => {
    const foreign = await emptyDatabase();
    const one = openOne(foreign.url);
    await one`create table invoices (id integer)`;
    await refused(/has a table invoices/, { ...env, DATABASE_URL: foreign.url }, whole);
    await one.end();
    await foreign.drop();
  });
  await t.step("files that cannot be stored: nothing has changed", async () => {
    await Deno.writeTextFile(`${place}/file`, "not a folder");
    const notThere = /The system refused it: No such file or directory: .+\/missing\.tar\.gz'\.$/m;
    await refused(notThere, env, `${place}/missing.tar.gz`);
    await refused(/The system refused it/, { ...env, FILES: `${place}/file` }, whole, "--replace");
    await isUnchanged();
  });
  await t.step("with --replace, all sessions and API tokens have ended", async () => {
    await done("restore", env, whole, "--replace");
    await using again = await testServer(env);
    for (const token of [student.token, made.body.token]) {
      is((await caller(again, token).get("/doubts/filter-doubts")).status, 401);
    }
  });
  await t.step("with --keep-sessions too, everything is as in the backup", async () => {
    await done("restore", env, whole, "--replace", "--keep-sessions");
    const after = await rowsOf(server.databaseUrl);
    equals(after.files, [kept]);
    ok(!after.tables.assignments!.join().includes("Later"));
    equals(after.tables.people, before.tables.people);
    is((await bytesOf(openStore(files), [later]))[0], null);
    ok((await bytesOf(openStore(files), [kept]))[0]);
    await using again = await testServer(env);
    for (const token of [student.token, made.body.token]) {
      is((await caller(again, token).get("/doubts/filter-doubts")).body.doubts.length, 1);
    }
  });
  await Deno.remove(place, { recursive: true });
});
