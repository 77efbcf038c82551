/** The server as a process: it starts, refuses to start, and stops. */
import {
  deepStrictEqual as equals,
  match,
  ok,
  strictEqual as is,
  throws,
} from "node:assert/strict";
import { eq } from "drizzle-orm";
import { people } from "../../server/people/tables.ts";
import { connect, openNamed, refuseOld } from "../../server/kit/db/database.ts";
import { SettingsError } from "../../server/kit/core/errors.ts";
import { readEnv, secretOf } from "../../server/kit/core/env.ts";
import { MIGRATION_LOCK } from "../../server/kit/db/migrate.ts";
import { newId } from "../../server/kit/core/ids.ts";
import { deleteExpired } from "../../server/live/retention.ts";
import { eventually } from "../faults/kit/servers.ts";
import { registrationForm } from "../kit/accounts.ts";
import { dataFolder, isAlive, postmasterOf } from "../kit/data.ts";
import { caller, PASSWORD, person } from "../kit/people.ts";
import { emptyDatabase, newDatabase } from "../kit/postgres.ts";
import { freePort, type Program, start } from "../kit/process.ts";
import { TEST_SECRET, testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";

const MAIN = "server/main.ts";

/**
 * Waits for the end of a program. @returns its exit code, and its output without the empty lines
 * around it
 */
async function ending(program: Program): Promise<[number, string]> {
  return [await program.end(), program.output().trim()];
}

const isUp = async (url: string) => (await caller({ url }).get("/assignments/home")).status === 200;

Deno.test("a setting that cannot work ends the start with one sentence", async () => {
  await using data = await dataFolder();
  await Deno.writeTextFile(`${data.path}-file`, "");
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const nobody = `postgres://x:topsecret@127.0.0.1:${freePort()}/class`;
  const store = { FILES: "s3://class", AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" };
  const bad: [Record<string, string>, RegExp][] = [
    [{ PORT: String(port) }, /^Port \d+ is in use: stop what listens there, or set PORT\.$/],
    [
      { FILES: `${data.path}-file/uploads` },
      /^Uploads cannot be kept in .+-file\/uploads: Not a directory\b[^.]*\. Name a folder in FILES that may be written to\.$/,
    ],
    [
      { DATA: `${data.path}-file` },
      /^Uploads cannot be kept in .+-file\/files: Not a directory\b[^.]*\. Name a folder in DATA that may be written to\.$/,
    ],
    [
      { DATA: `${data.path}-file`, FILES: `${data.path}/files` },
      /^The database cannot be kept in .+-file\/postgres: Not a directory\b[^.]*\. Name a folder in DATA that may be written to\.$/,
    ],
    [
      { ...store, AWS_ENDPOINT_URL: "files:9000" },
      /^AWS_ENDPOINT_URL must be an address that starts with http:\/\/ or https:\/\/\.$/,
    ],
    [{ HOST: "256.1.1.1" }, /^Cannot listen on 256\.1\.1\.1:0: .+ See HOST and PORT\.$/],
    [{ CLASS_TZ: "Mars/Olympus" }, /^CLASS_TZ must be a time zone like Asia\/Kolkata\.$/],
    [
      { DATABASE_URL: nobody, AUTH_SECRET: TEST_SECRET },
      /^The database class at 127\.0\.0\.1:\d+ cannot be used; is DATABASE_URL right\?.+$/,
    ],
  ];
  await Promise.all(bad.map(async ([env, sentence]) => {
    await using server = start(MAIN, { env: { PORT: "0", DATA: data.path, ...env } });
    const [code, said] = await ending(server);
    is(code, 1, said);
    match(said, sentence);
    ok(!said.includes("topsecret"));
  }));
  // None of them has started PostgreSQL.
  is(await postmasterOf(data.path), null);
});

Deno.test("an invalid setting is named in the message", () => {
  const url = "postgres://x@127.0.0.1/class";
  const bad: [Record<string, string>, RegExp][] = [
    [{ PORT: "http" }, /^PORT must be a number from 0 to 65535\.$/],
    [{ PORT: "70000" }, /^PORT must be a number from 0 to 65535\.$/],
    [{ HOST: "every address" }, /^HOST must be an address or a name of this machine, like .+\.$/],
    [{ AUTH_SECRET: "short" }, /^AUTH_SECRET has 5 bytes and needs at least 32: .+\.$/],
    [{ DATABASE_URL: url }, /^With DATABASE_URL, AUTH_SECRET must be set too .+\.$/],
    [
      { DATABASE_URL: "mysql://x" },
      /^DATABASE_URL must be an address that starts with postgres.+$/,
    ],
    [
      { DATABASE_URL: `${url}?sslmode=on`, AUTH_SECRET: TEST_SECRET },
      /^DATABASE_URL has sslmode=on: it must be disable, .+\.$/,
    ],
    [{ SMTP_URL: "mail.class.test" }, /^SMTP_URL must be an address that starts with smtp.+$/],
    [{ SMTP_URL: "smtp://" }, /^SMTP_URL must be an address that starts .+ and a host\.$/],
    [{ REDIS_URL: "redis://" }, /^REDIS_URL must be an address that starts .+ and a host\.$/],
    [{ SMTP_URL: "smtp://us:100%@mail.test" }, /^SMTP_URL has a % .+: write it as %25\.$/],
    [{ MAIL_FROM: "class.test" }, /^MAIL_FROM must be one address, like .+\.$/],
    [{ MAIL_FROM: "a@class.test, b@class.test" }, /^MAIL_FROM must be one address, like .+\.$/],
    [{ MAIL_FROM: "a@class.test\nBcc: b@class.test" }, /^MAIL_FROM must be one address, .+\.$/],
    [{ FILES: "ftp://class.test/files" }, /^FILES must be a folder, or s3:\/\/bucket\/prefix\.$/],
    [{ FILES: "s3://" }, /^FILES must be a folder, or s3:\/\/bucket\/prefix\.$/],
    [{ FILES: "S3://bucket" }, /^FILES must be a folder, or s3:\/\/bucket\/prefix\.$/],
    [{ DATA: "/srv/our class" }, /^DATA must not contain spaces or commas\.$/],
    // PostgreSQL would read it as UTC-05:30.
    [{ CLASS_TZ: "+05:30" }, /^CLASS_TZ must be a time zone like Asia\/Kolkata\.$/],
    [{ WEBHOOK_HOSTS: "..." }, /^WEBHOOK_HOSTS must be at most 20 hosts .+\.$/],
    [{ OIDC_NAME: "  " }, /^OIDC_NAME must not be blank\.$/],
    [{ PUBLIC_URL: "class.test" }, /^PUBLIC_URL must be an address that starts with http.+$/],
    [{ DEMO: "maybe" }, /^DEMO must be on or off\.$/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL must be debug, info, warn or error\.$/],
    [{ LOG_FORMAT: "xml" }, /^LOG_FORMAT must be json or text\.$/],
    [{ WRITE_PACE: "fast" }, /^WRITE_PACE must be a number like 1 or 2\.5\.$/],
    [{ WRITE_PACE: "0" }, /^WRITE_PACE must be more than 0\.$/],
    [{ AUDIT_DAYS: "29" }, /^AUDIT_DAYS must be a number from 30 to 3650\.$/],
    [{ AUDIT_DAYS: "a year" }, /^AUDIT_DAYS must be a number from 30 to 3650\.$/],
    [{ HEARTBEAT_MS: "1" }, /^HEARTBEAT_MS must be a number from 100 to 99999\.$/],
  ];
  for (const [vars, message] of bad) {
    throws(() => readEnv(vars), { name: "SettingsError", message });
  }
  const usable = [
    { MAIL_FROM: "class@class.test" },
    { MAIL_FROM: '"Our class, 2026" <class@class.test>' },
    { FILES: "s3://bucket/class" },
    { FILES: "C:/uploads" },
    { HOST: "::" },
    { WEBHOOK_HOSTS: "hooks.class.test,localhost,[::1]" },
    { SMTP_URL: "smtp://us:100%25@mail.test" },
  ];
  for (const vars of usable) readEnv(vars);
  is(readEnv({ HOST: "[::1]" }).host, "::1");
  // An empty variable counts as not set.
  const empty = Object.fromEntries(bad.flatMap(([vars]) => Object.keys(vars)).map((v) => [v, ""]));
  equals(readEnv(empty), readEnv({}));
});

Deno.test("an address of a hosted database works as its service writes it", () => {
  const databaseUrl = (search: string) =>
    readEnv({ DATABASE_URL: `postgres://x:y@db.test/class${search}`, AUTH_SECRET: TEST_SECRET })
      .databaseUrl?.slice("postgres://x:y@db.test/class".length);
  equals(
    [
      "?sslmode=require",
      "?sslmode=require&channel_binding=require",
      "?sslmode=require&channel_binding=prefer",
      // A restore finds the servers by our name.
      "?application_name=school&options=-c%20work_mem%3D8MB",
    ].map(databaseUrl),
    [
      "?sslmode=require",
      "?sslmode=verify-full",
      "?sslmode=require",
      "?options=-c+work_mem%3D8MB",
    ],
  );
});

Deno.test("an address with a parameter that cannot work ends the start with a sentence about it", async () => {
  const database = await emptyDatabase();
  try {
    const said = async (search: string): Promise<string> => {
      try {
        await (await openNamed(`${database.url}?${search}`)).close();
        return "";
      } catch (error) {
        ok(error instanceof SettingsError, String(error));
        return error.message;
      }
    };
    match(await said("sslmode=require"), /The server has no TLS, which sslmode asks for\.$/);
    match(await said("pgbouncer=true"), /"pgbouncer"\) It leads to a pooler, .+\.$/);
    match(await said("target_session_attrs=any"), /\(Error: target_session_attrs any is .+\)$/);
    is(await said("sslmode=prefer"), "");
  } finally {
    await database.drop();
  }
});

Deno.test("a secret that was cut off by a power failure is replaced, a whole one is kept", async () => {
  await using data = await dataFolder();
  await Deno.mkdir(data.path);
  const env = readEnv({ DATA: data.path });
  await Deno.writeTextFile(`${data.path}/secret`, "");
  const made = await secretOf(env);
  is(made.length, 44);
  is(await secretOf(env), made);
});

Deno.test("with the embedded PostgreSQL: one server per folder, a graceful stop, a restart", async () => {
  await using data = await dataFolder();
  const [port, otherPort] = [freePort(), freePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = { DATA: data.path, DEMO: "off", PORT: String(port) };
  await using first = start(MAIN, { env });
  await first.says(`Doubtless is ready: ${url}`);
  const postgres = await postmasterOf(data.path);
  ok(postgres !== null && isAlive(postgres));
  ok(await isUp(url));

  await using second = start(MAIN, { env: { ...env, PORT: String(otherPort) } });
  const [code, said] = await ending(second);
  const sentence = `Another Doubtless is running on ${data.path}, at ${url}: stop it first.`;
  equals([code, said], [1, sentence]);
  ok(await isUp(url));

  // The client above keeps its connection open, which does not delay the shutdown.
  is(await first.end("SIGTERM"), 0);
  match(first.output(), /Stopping…\s+Stopped\.\s*$/);
  is(isAlive(postgres), false);
  is(await postmasterOf(data.path), null);

  await using again = start(MAIN, { env });
  await again.says("Doubtless is ready");
  ok(await isUp(url));
  is(await again.end("SIGINT"), 0);
  is(await postmasterOf(data.path), null);
});

Deno.test("after SIGKILL, the server starts again without help, and no acknowledged write is lost", async () => {
  await using data = await dataFolder();
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { DATA: data.path, DEMO: "off", PORT: String(port) };
  await using first = start(MAIN, { env });
  await first.says("Doubtless is ready");
  const visitor = caller({ url });
  const acknowledged: string[] = [];
  let writing = true;
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let at = 0; writing; at++) {
      const email = `kept.${writer}.${at}@class.test`;
      const body = { name: "Kept", email, message: "Is anybody there?" };
      try {
        if ((await visitor.post("/contact", body)).status === 201) acknowledged.push(email);
      } catch {
        return;
      }
    }
  });
  while (acknowledged.length < 20) await new Promise((done) => setTimeout(done, 10));
  await first.end("SIGKILL");
  writing = false;
  await Promise.all(writers);
  const left = await postmasterOf(data.path);

  await using again = start(MAIN, { env });
  await again.says("Doubtless is ready");
  // The server uses the cluster that was left running, and does not start a second one.
  is(await postmasterOf(data.path), left);
  is((await visitor.post("/auth/register", registrationForm("one.more@class.test"))).status, 201);

  // Now PostgreSQL dies too, as in a power failure, and its process id belongs to another process.
  const both = [again.end("SIGKILL")];
  if (left !== null) Deno.kill(left, "SIGKILL");
  await Promise.all(both);
  await pretendToRun(data.path, Deno.pid);
  await using third = start(MAIN, { env });
  await third.says("Doubtless is ready");
  const kept = await keptIn(data.path);
  equals(acknowledged.filter((email) => !kept.includes(email)), []);
  ok(kept.includes("one.more@class.test"));
  is(await third.end("SIGTERM"), 0);
});

/** Writes this process id into PostgreSQL's pid file, as if that process were PostgreSQL. */
async function pretendToRun(data: string, pid: number): Promise<void> {
  const path = `${data}/postgres/cluster/postmaster.pid`;
  const [, ...rest] = (await Deno.readTextFile(path)).split("\n");
  await Deno.writeTextFile(path, [pid, ...rest].join("\n"));
}

/** Returns the email addresses in the embedded database of this folder. */
async function keptIn(data: string): Promise<string[]> {
  const port = (await Deno.readTextFile(`${data}/postgres/cluster/postmaster.pid`)).split("\n")[3];
  const password = await Deno.readTextFile(`${data}/postgres/password`);
  const database = connect(`postgres://doubtless:${password}@127.0.0.1:${port}/postgres`, {
    max: 1,
  });
  try {
    const rows = await database.sql`
      select email from contact_messages union all select email from registrations`;
    return rows.map(({ email }) => email);
  } finally {
    await database.close();
  }
}

Deno.test("servers that start at once on an empty database wait until one has migrated it", async () => {
  const database = await emptyDatabase();
  try {
    const ports = [freePort(), freePort(), freePort()];
    const env = { DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET };
    const servers = ports.map((port) => start(MAIN, { env: { ...env, PORT: String(port) } }));
    await using _all = {
      async [Symbol.asyncDispose]() {
        for (const server of servers) await server[Symbol.asyncDispose]();
      },
    };
    await Promise.all(servers.map((server) => server.says("Doubtless is ready")));
    for (const port of ports) ok(await isUp(`http://127.0.0.1:${port}`));
    // One of them stops; the database that they share keeps running.
    is(await servers[0]?.end("SIGTERM"), 0);
    ok(await isUp(`http://127.0.0.1:${ports[1]}`));
  } finally {
    await database.drop();
  }
});

Deno.test("a server that waits for a migration says so until it is ready", async () => {
  const database = await emptyDatabase();
  const { sql, close } = connect(database.url, { max: 1 });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const port = freePort();
    const env = { DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET, PORT: String(port) };
    await using server = start(MAIN, { env });
    const { get } = caller({ url: `http://127.0.0.1:${port}` });
    const reply = await eventually(() => get("/assignments/home"));
    equals([reply.status, reply.headers.get("retry-after")], [503, "1"]);
    is(reply.headers.get("x-content-type-options"), "nosniff");
    match(reply.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    await server.says("Doubtless is ready");
    is((await get("/assignments/home")).status, 200);
  } finally {
    await close();
    await database.drop();
  }
});

Deno.test("a server needs no further rights than those of its database's owner", async () => {
  const database = await emptyDatabase();
  const superuser = connect(database.url);
  const owner = `owner_${crypto.randomUUID().replaceAll("-", "")}`;
  const url = new URL(database.url);
  await superuser.sql.unsafe(`create role ${owner} login password 'owner'`);
  await superuser.sql.unsafe(`alter database ${url.pathname.slice(1)} owner to ${owner}`);
  Object.assign(url, { username: owner, password: "owner" });
  try {
    await using server = await testServer({ DATABASE_URL: url.href });
    const { db, sql } = server.parts.database;
    const admin = await person(server, "admin");
    is((await admin.post("/terms", { name: "Spring" })).status, 201);
    await sql`update audit set by_name = 'Ravi'`.then(
      () => ok(false, "a row was changed"),
      ({ code }) => is(code, "DS403"),
    );
    // Old rows of the audit trail are removed.
    await sql`insert into audit (id, at, verb, detail)
      values (${newId()}, now() - interval '400 days', 'about.changed', '')`;
    await deleteExpired(db, server.parts.clock());
    const rows = await sql`select verb from audit`;
    equals(rows.map(({ verb }) => verb), ["term.closed"]);
  } finally {
    await superuser.sql.unsafe(`reassign owned by ${owner} to current_user`);
    await superuser.sql.unsafe(`drop role ${owner}`);
    await superuser.close();
    await database.drop();
  }
});

Deno.test("the migrate task migrates the database in DATABASE_URL, and asks for it when it is missing", async () => {
  await using unnamed = start("db/migrate.ts");
  equals(await ending(unnamed), [
    1,
    "Name the database to update in DATABASE_URL.",
  ]);
  const database = await emptyDatabase();
  try {
    for (let time = 0; time < 2; time++) {
      await using task = start("db/migrate.ts", { env: { DATABASE_URL: database.url } });
      equals(await ending(task), [0, "The database is up to date."]);
    }
    const { sql, close } = connect(database.url, { max: 1 });
    is((await sql`select to_regclass('doubts') is not null as made`)[0]?.made, true);
    await close();
  } finally {
    await database.drop();
  }
});

Deno.test("the seed task ends with one sentence when it cannot begin", async () => {
  const seed = async (env: Record<string, string>) => {
    await using task = start("db/seed.ts", { env });
    return await ending(task);
  };
  equals(await seed({}), [1, "Name the empty database to fill in DATABASE_URL."]);
  const url = `postgres://x:topsecret@127.0.0.1:${freePort()}/class`;
  const [code, said] = await seed({ DATABASE_URL: url });
  is(code, 1);
  match(said, /^The database class at 127\.0\.0\.1:\d+ cannot be used; is DATABASE_URL right\?.+$/);
});

Deno.test("the admin task creates the first admin, and another one only with --another", async () => {
  const database = await newDatabase();
  const port = freePort();
  const env = { DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET, PORT: String(port) };
  const admin = async (...args: string[]) => {
    await using task = start("db/admin.ts", { args, env });
    return await ending(task);
  };
  try {
    for (const args of [[], ["somebody"], ["a@b.test", "c@d.test"]]) {
      const [code, said] = await admin(...args);
      equals([code, said.endsWith("Name the admin's address: deno task admin EMAIL")], [1, true]);
    }
    const [code, said] = await admin("Head@Class.test");
    is(code, 0, said);
    const otp = said.match(/within an hour\s+and enter the code (\d{6})\.$/)?.[1] ?? "";
    await using server = start(MAIN, { env });
    await server.says("Doubtless is ready");
    const visitor = caller({ url: `http://127.0.0.1:${port}` });
    const email = "head@class.test";
    const set = { email, otp, newPassword: "Another@123" };
    is((await visitor.post("/auth/reset-password", set)).status, 200);
    const signedIn = await visitor.post("/auth/login", { email, password: "Another@123" });
    is(signedIn.body.user.role, "admin");

    const [refused, why] = await admin("other@class.test");
    is(refused, 1);
    match(why, /^head@class\.test is an admin already .+ add --another\.$/);
    match((await admin("other@class.test", "--another"))[1], /enter the code \d{6}\.$/);
    // A person who is an admin already is not refused, and keeps the password.
    match(
      (await admin(email))[1],
      /is an admin\.\s+The password is the one that this account has\.$/,
    );

    // A person with another role is promoted, and the sessions with the earlier role end.
    const { db, close } = connect(database.url, { max: 1 });
    const now = new Date().toISOString();
    const known = {
      id: newId(),
      name: "Meera",
      email: "meera@class.test",
      role: "mentor" as const,
    };
    const dates = { verifiedAt: now, createdAt: now, updatedAt: now };
    await db.insert(people).values({ ...known, ...dates, passwordHash: "x" });
    match((await admin(known.email, "--another"))[1], /The password is the one/);
    const [promoted] = await db.select({ role: people.role, epoch: people.epoch }).from(people)
      .where(eq(people.id, known.id));
    equals(promoted, { role: "admin", epoch: 2 });
    await close();
  } finally {
    await database.drop();
  }
});

Deno.test("the admins' list and the team's page follow the admin task", async () => {
  const database = await newDatabase();
  await using server = await testServer({ DATABASE_URL: database.url });
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  using ear = await listen(server, { token: admin.token });
  const env = { DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET };
  await using task = start("db/admin.ts", { args: [mentor.email, "--another"], env });
  is((await ending(task))[0], 0);
  await ear.until("user.changed", ({ _id, role }) => _id === mentor._id && role === "admin");
  await ear.next("team.changed");
});

Deno.test("the admin task signs everybody out: earlier tokens are refused", async () => {
  const database = await newDatabase();
  await using server = await testServer({ DATABASE_URL: database.url });
  const people = [await person(server, "admin"), await person(server)];
  using ear = await listen(server, { token: people[1]?.token });
  const gone = new Promise((done) => ear.socket.once("disconnect", done));
  const env = { DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET };
  await using task = start("db/admin.ts", { args: ["--sign-out-all"], env });
  equals(await ending(task), [0, "Everybody is signed out: 2 accounts."]);
  await gone;
  for (const one of people) is((await one.get("/auth/me")).status, 401);
  const { email } = people[0] as { email: string };
  is((await caller(server).post("/auth/login", { email, password: PASSWORD })).status, 200);
  const [row] = await server.parts.database.sql`select verb, by_id, address from audit order by id`;
  equals({ ...row }, { verb: "session.all-ended", by_id: null, address: null });
});

Deno.test("a PostgreSQL that is too old is refused", () => {
  refuseOld(150_000);
  throws(() => refuseOld(140_012), {
    name: "SettingsError",
    message:
      "The database is PostgreSQL 14, and this needs 15 or later: upgrade it, or name another in DATABASE_URL.",
  });
});
