/**
 * The features for an operator: probes, metrics, logs without secrets, graceful shutdown, recovery.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { sql } from "drizzle-orm";
import { parse } from "yaml";
import { startEmbedded } from "../../server/kit/postgres/embedded_postgres.ts";
import { readEnv } from "../../server/kit/core/env.ts";
import { createLog } from "../../server/kit/core/log.ts";
import { startServer } from "../../server/main.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { caller, PASSWORD, person, type Reply } from "../kit/people.ts";
import { newDatabase, waitingForLocks } from "../kit/postgres.ts";
import { freePort } from "../kit/process.ts";
import { TEST_SECRET, type TestServer, testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";
import { until } from "../kit/until.ts";

const { version } = JSON.parse(await Deno.readTextFile("deno.json"));

const probe = async ({ url }: { url: string }, path: string) => {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

/** Returns the value of a metric's sample, by its name and labels as Prometheus writes them. */
async function sample(server: { url: string }, name: string): Promise<number | undefined> {
  const { text } = await probe(server, "/metrics");
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

Deno.test("a healthy server reports that it is alive and ready, and its version", async () => {
  await using server = await testServer();
  const alive = await probe(server, "/healthz");
  equals([alive.status, JSON.parse(alive.text)], [200, { alive: true, version }]);
  is(await sample(server, `doubtless_build_info{version="${version}"}`), 1);
  const ready = await probe(server, "/readyz");
  equals([ready.status, JSON.parse(ready.text)], [
    200,
    { ready: true, database: true, relay: true, stopping: false },
  ]);
  is(ready.headers.get("x-content-type-options"), "nosniff");
});

Deno.test("metrics count requests by route pattern and status, and never by path", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  using _ear = await listen(server, { token: student.token });
  const { _id } = await assignment(mentor);
  const raised = await doubt(student, _id);
  await student.get(`/doubts/${raised._id}`);
  await student.get(`/doubts/${crypto.randomUUID()}`);
  await caller(server).get(`/doubts/${raised._id}`);
  await student.get("/doubts/filter-doubts?text=loop");
  await student.get("/nothing/here");
  const of = (route: string, status: number, method = "GET") =>
    sample(
      server,
      `doubtless_requests_total{method="${method}",route="${route}",status="${status}"}`,
    );
  is(await of("/api/doubts/:id", 200), 1);
  is(await of("/api/doubts/:id", 404), 1);
  is(await of("/api/doubts/:id", 401), 1);
  is(await of("/api/doubts/filter-doubts", 200), 1);
  is(await of("/api/doubts", 201, "POST"), 1);
  is(
    await sample(server, 'doubtless_request_seconds_count{method="GET",route="/api/doubts/:id"}'),
    3,
  );
  is(await sample(server, "doubtless_sockets"), 1);
  const head = server.relay.head();
  ok(head > 0);
  is(await sample(server, "doubtless_event_log_head"), head);
  is(await sample(server, "doubtless_relay_position"), head);
  is(await sample(server, "doubtless_relay_lag_events"), 0);
  is(await sample(server, "doubtless_relay_following"), 1);
  is(await sample(server, "doubtless_mails_waiting"), 0);
  is(await sample(server, "doubtless_database_up"), 1);
  is(await sample(server, "doubtless_database_pool_size"), 10);
  ok((await sample(server, "process_resident_memory_bytes") ?? 0) > 1_000_000);
  const { text, headers } = await probe(server, "/metrics");
  match(headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  is(text.includes(raised._id), false);
});

Deno.test("every alert rule asks for metrics that a server has, and says what to do", async () => {
  await using server = await testServer();
  const { text } = await probe(server, "/metrics");
  const { groups } = parse(await Deno.readTextFile("docker/alerts.yml"));
  const rules: Rule[] = groups.flatMap((group: { rules: Rule[] }) => group.rules);
  ok(rules.length > 5);
  for (const { alert, expr, annotations } of rules) {
    const names = expr.match(/\b(doubtless|process)_\w+/g) ?? [];
    ok(names.length > 0 || expr.startsWith("up{"), alert);
    for (const name of names) ok(text.includes(`# TYPE ${name} `), `${alert}: ${name}`);
    ok(annotations.summary && annotations.do, alert);
  }
});

type Rule = { alert: string; expr: string; annotations: Record<string, string> };

Deno.test("metrics show waiting mail and a busy connection pool", async () => {
  // Nothing listens on this port, so the mail waits.
  await using server = await testServer({ SMTP_URL: "smtp://127.0.0.1:9" });
  const admin = await person(server, "admin");
  await admin.post("/users", { name: "Nila", email: "nila@class.test", role: "mentor" });
  is(await sample(server, "doubtless_mails_waiting"), 1);

  const { db } = server.parts.database;
  let release = () => {};
  const held = new Promise<void>((done) => release = done);
  const transactions = [1, 2, 3].map(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await held;
    })
  );
  // The server's periodic work for the mail and the log also takes connections for short times.
  ok(server.parts.database.pool().busy >= 3);
  ok((await sample(server, "doubtless_database_pool_busy") ?? 0) >= 3);
  is(await sample(server, "doubtless_database_pool_waiting"), 0);
  release();
  await Promise.all(transactions);
  await Promise.all(Array.from({ length: 30 }, () => db.execute(sql`select 1`)));
  for (let tries = 0; tries < 50 && server.parts.database.pool().busy > 0; tries++) {
    await new Promise((wait) => setTimeout(wait, 20));
  }
  equals(server.parts.database.pool(), { size: 10, busy: 0, waiting: 0 });
});

Deno.test("as text, the log has one readable line for each request", () => {
  const lines: string[] = [];
  const to = { write: (line: string) => void lines.push(line) };
  const log = createLog("info", { to, textIn: "Asia/Kolkata" });
  const request = { request: "r", method: "PUT", route: "/api/doubts/:id/reply", ms: 12.3 };
  log.info({ ...request, status: 200 }, "request");
  log.info({ ...request, status: 409, code: "doubt.resolved" }, "request");
  log.warn({ mail: "m" }, "mail could not be sent");
  const time = String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
  for (
    const [at, said] of [
      "PUT /api/doubts/:id/reply 200, 12.3 ms",
      "PUT /api/doubts/:id/reply 409, 12.3 ms, doubt.resolved",
      'WARN mail could not be sent {"mail":"m"}',
    ].entries()
  ) match(lines[at] ?? "", new RegExp(`${time} ${RegExp.escape(said)}\n$`));
});

Deno.test("the log names request, route, status and person, and contains no secret", async () => {
  const database = await newDatabase();
  const files = await Deno.makeTempDir();
  const lines: string[] = [];
  const log = createLog("debug", { to: { write: (line: string) => void lines.push(line) } });
  const env = readEnv({
    PORT: "0",
    DATABASE_URL: database.url,
    AUTH_SECRET: TEST_SECRET,
    FILES: files,
    // Without SMTP_URL, the server prints mails to the log on purpose.
    SMTP_URL: "smtp://127.0.0.1:9",
  });
  const running = await startServer(env, { log });
  try {
    const server = running as unknown as TestServer;
    const [mentor, student] = [await person(server, "mentor"), await person(server)];
    const { _id } = await assignment(mentor);
    const visitor = caller(server);
    const secrets = {
      password: "Hidden@98761",
      otp: "918273",
      query: "whispered-words",
      body: "my-private-question",
      fault: "what-broke-the-server",
      malformed: "half-a-body",
    };
    const { email } = student;
    const refused = await visitor.post("/auth/login", { email, password: secrets.password });
    await visitor.post("/auth/login", { email, password: PASSWORD });
    await visitor.post("/auth/forgot-password", { email });
    const set = { email, otp: secrets.otp, newPassword: secrets.password };
    await visitor.post("/auth/reset-password", set);
    await visitor.post("/auth/verify-otp", { email, otp: secrets.otp, token: student.token });
    await student.get(`/doubts/filter-doubts?text=${secrets.query}`);
    await student.get(`/doubts/${secrets.query}`);
    const raised = await doubt(student, _id, { doubtText: secrets.body });
    await student.fetch("/doubts", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"${secrets.malformed}`,
    });
    await caller(server, `${student.token}x`).get("/auth/me");
    // A fault and a sign-in while a table is missing: the database's error message holds the
    // values.
    const { db } = running.parts.database;
    await db.execute(sql`alter table doubts rename to lost`);
    const broken = await student.post("/doubts", { assignmentId: _id, doubtText: secrets.fault });
    equals([broken.status, broken.body], [
      500,
      { msg: "Something went wrong on our side.", code: "internal" },
    ]);
    await db.execute(sql`alter table lost rename to doubts`);

    const all = lines.join("");
    for (const [what, secret] of Object.entries({ ...secrets, PASSWORD, token: student.token })) {
      is(all.includes(secret), false, `the ${what} is in the log`);
    }
    is(/insert into|select "/i.test(all), false, "a statement is in the log");
    const noted = lines.map((line) => JSON.parse(line));
    const request = noted.find(({ route, status }) => route === "/api/doubts" && status === 201);
    equals(
      [request.method, request.person, request.msg, typeof request.ms, typeof request.request],
      ["POST", student._id, "request", "number", "string"],
    );
    is(noted.some(({ route }) => route?.includes(raised._id)), false);
    const why = noted.find(({ request }) => request === refused.headers.get("x-request-id"));
    equals([why.route, why.status, why.code], ["/api/auth/login", 400, "auth.wrong"]);
    is(request.code, undefined);
    const failed = noted.find(({ msg }) => msg === "failed");
    equals([failed.route, failed.error.cause.code], ["/api/doubts", "42P01"]);
    const itsRequest = noted.find(({ status }) => status === 500);
    is(failed.request, itsRequest.request);
    is(broken.headers.get("x-request-id"), failed.request);
    ok(failed.error.at.length > 0, "where it broke");
  } finally {
    await running.stop();
    await database.drop();
    await Deno.remove(files, { recursive: true });
  }
});

Deno.test("a shutdown answers pending requests, closes sockets and accepts no new requests", async () => {
  const database = await newDatabase();
  const server = await testServer({ DATABASE_URL: database.url });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  const ear = await listen(server, { token: student.token });
  const gone = new Promise<string>((done) => ear.socket.once("disconnect", done));
  // Delays the request until the shutdown has begun.
  const { db } = server.parts.database;
  let release = () => {};
  const held = new Promise<void>((done) => release = done);
  const lock = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`lock table doubts in exclusive mode`);
    lock.resolve();
    await held;
  });
  await lock.promise;
  const underWay = doubt(student, _id);
  await until(async () => await waitingForLocks(server.parts.database.sql) > 0);
  const stopped = server[Symbol.asyncDispose]();
  // With "io server disconnect" instead, a client would not reconnect.
  is(await gone, "transport close");
  await until(() =>
    fetch(`${server.url}/healthz`).then((r) => r.text(), () => "refused").then((
      text,
    ) => text === "refused")
  );
  release();
  await holding;
  is((await underWay).currentStatus, "new");
  await stopped;
  ear[Symbol.dispose]();
  await database.drop();
});

Deno.test("a request that never ends does not delay the shutdown for ever", async () => {
  const database = await newDatabase();
  const env = readEnv({ PORT: "0", DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET });
  const server = await startServer(env, { log: createLog("silent"), grace: 100 });
  const { hostname, port } = new URL(server.url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const half = "POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
  await connection.write(new TextEncoder().encode(half));
  // This request was answered after the half one arrived, so the half one is pending.
  is((await probe(server, "/healthz")).status, 200);
  await server.stop();
  is(await connection.read(new Uint8Array(1)).catch(() => null), null, "cut off");
  try {
    connection.close();
  } catch {
    // The connection may be closed already.
  }
  await database.drop();
});

/** So long would an idle connection hold up a stop. */
const GRACE_MS = 300_000;

Deno.test("idle connections are kept open, also those that browsers open in advance, and do not delay the shutdown", async () => {
  const database = await newDatabase();
  const env = readEnv({ PORT: "0", DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET });
  const server = await startServer(env, { log: createLog("silent"), grace: GRACE_MS });
  const { hostname, port } = new URL(server.url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  using _ahead = await Deno.connect({ hostname, port: Number(port) });
  const answer = new Uint8Array(4096);
  for (const idleMs of [0, 8000]) {
    await new Promise((waited) => setTimeout(waited, idleMs));
    await connection.write(new TextEncoder().encode("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n"));
    const length = await connection.read(answer) ?? 0;
    match(new TextDecoder().decode(answer.subarray(0, length)), /^HTTP\/1\.1 200 /);
  }
  const stopping = performance.now();
  await server.stop();
  ok(performance.now() - stopping < GRACE_MS, "it was held up");
  await database.drop();
});

Deno.test("while the database is down, calls get 503; when it is back, they work without a restart", async () => {
  const folder = await Deno.makeTempDir({ prefix: "doubtless-pg-" });
  const settings = { fsync: "off", port: String(freePort()) };
  let cluster = await startEmbedded(folder, settings);
  const server = await testServer({ DATABASE_URL: cluster.url });
  try {
    const [mentor, student] = [await person(server, "mentor"), await person(server)];
    const { _id } = await assignment(mentor);
    const raised = await doubt(student, _id);
    using ear = await listen(server, { token: student.token });
    await ear.watch(raised._id);

    await cluster.stop();
    const replies = [
      await student.get(`/doubts/${raised._id}`),
      await mentor.put(`/doubts/${raised._id}/reply`, { reply: "Lost?" }),
      await caller(server).post("/auth/login", { email: student.email, password: PASSWORD }),
      await caller(server).get("/assignments/home"),
    ];
    for (const { status, body, headers } of replies) {
      equals([status, body.code, headers.get("retry-after")], [503, "unavailable", "2"]);
    }
    is((await probe(server, "/healthz")).status, 200);
    const unready = await probe(server, "/readyz");
    equals([unready.status, JSON.parse(unready.text).database], [503, false]);
    ok(unready.headers.has("retry-after"));
    is(await sample(server, "doubtless_database_up"), 0);
    is(await sample(server, "doubtless_event_log_head"), undefined, "no old value");

    cluster = await startEmbedded(folder, settings);
    await until(async () => (await probe(server, "/readyz")).status === 200);
    // A call that comes too early gets 503, and works when it is repeated.
    const repeated = async (call: () => Promise<Reply>): Promise<Reply> => {
      let reply = await call();
      await until(async () => {
        if (reply.status === 200) return true;
        equals([reply.status, reply.body.code], [503, "unavailable"]);
        reply = await call();
        return false;
      });
      return reply;
    };
    const { body } = await repeated(() => student.get(`/doubts/${raised._id}`));
    is(body.conversation.length, 1);
    await repeated(() => mentor.put(`/doubts/${raised._id}/reply`, { reply: "Back." }));
    is((await ear.next("doubt.entry")).entry.html, "<p>Back.</p>");
  } finally {
    await server[Symbol.asyncDispose]();
    await cluster.stop();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the log's last lines are written, however the server ends", async () => {
  const file = new URL("../../server/kit/core/log.ts", import.meta.url).href;
  const ends = {
    quietly: "",
    "with an exit": "Deno.exit(3);",
    "with an error": "throw new Error();",
    "with a rejection": "Promise.reject(new Error());",
  };
  await Promise.all(
    Object.entries(ends).map(async ([how, end]) => {
      const program = `import { createLog } from "${file}";
      const log = createLog("info");
      for (let n = 1; n <= 3; n++) log.info({ n }, "line");
      setTimeout(() => { log.info({ n: 4 }, "line"); ${end} }, 50);`;
      const args = ["eval", "--no-check", program];
      const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
      const lines = new TextDecoder().decode(stdout).trim().split("\n");
      equals(lines.map((line) => JSON.parse(line).n), [1, 2, 3, 4], how);
    }),
  );
});
