/**
 * The audit trail: what a row says, that refused changes leave none, that nothing changes a row, and
 * what an admin finds. That each call records its verbs is tested with its events (events_test).
 */
import { deepStrictEqual as equals, ok, rejects, strictEqual as is } from "node:assert/strict";
import { FAILURES_MOST, ROWS_MOST, type Verb, VERBS } from "../server/audit/schema.ts";
import { readEnv } from "../server/kit/core/env.ts";
import { codeOf } from "../server/kit/core/error_codes.ts";
import { newId } from "../server/kit/core/ids.ts";
import { deleteExpired } from "../server/live/retention.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { Fixture } from "./kit/fixture.ts";
import { type Caller, caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { ROUTES } from "./kit/routes.ts";
import { type TestServer, testServer } from "./kit/server.ts";

const BROWSER = {
  "user-agent": "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0",
};
const DAY = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const signIn = (
  server: TestServer,
  { email, password = PASSWORD }: { email: string; password?: string },
  headers = {},
) => caller(server).post("/auth/login", { email, password }, headers);

const newest = async (admin: Caller) => (await admin.get("/audit")).body.rows[0];

/** Verbs that only these calls record, or only for some input: the call, and the row it leaves. */
const CASES: [
  Verb,
  (fixture: Fixture) => Promise<{ reply: Reply; detail: string; title: string }>,
][] = [
  ["account.role", async ({ server, caller }) => {
    const { _id, name: title } = await person(server, "student");
    const reply = await caller.patch(`/users/${_id}`, { role: "mentor" });
    return { reply, title, detail: "student → mentor" };
  }],
  ["account.edited", async ({ server, caller }) => {
    const { _id } = await person(server, "student");
    const wanted = { name: "Another Name", email: `${_id}@class.test`, branch: "CSE" };
    const reply = await caller.patch(`/users/${_id}`, wanted);
    return { reply, title: "Another Name", detail: "name, email" };
  }],
  ["account.renamed", async ({ caller }) => {
    const reply = await caller.patch("/auth/me", { name: "Meera Raghavan", branch: "CSE" });
    return { reply, title: "Meera Raghavan", detail: "" };
  }],
  ["account.enabled", async ({ server, caller }) => {
    const { _id, name: title } = await person(server, "student");
    const reply = await caller.post(`/users/${_id}/disable`, { hours: 0 });
    return { reply, title, detail: "" };
  }],
  ["account.deleted", async ({ server, caller }) => {
    const { _id, name: title } = await person(server, "student");
    const reply = await caller.post("/users/many", { act: "delete", ids: [_id] });
    return { reply, title, detail: "" };
  }],
  ["claim.taken-over", async ({ server, caller }) => {
    const [mentor, student] = [await person(server, "mentor"), await person(server)];
    const { _id: question, title } = await assignment(mentor);
    const { _id } = await doubt(student, question);
    is((await mentor.post(`/doubts/${_id}/claim`, {})).status, 200);
    const reply = await caller.post(`/doubts/${_id}/claim`, { takeOver: true });
    return { reply, title, detail: `from ${mentor.name}` };
  }],
  ["claim.taken-over", async (fixture) => {
    const { server, caller } = fixture;
    const { assignmentId, studentId } = await fixture.response();
    const mentor = await person(server, "mentor");
    const at = `/assignments/${assignmentId}/review/claim`;
    is((await mentor.post(at, { studentId })).status, 200);
    const reply = await caller.post(at, { studentId, takeOver: true });
    const { title } = (await mentor.get(`/assignments/${assignmentId}`)).body;
    return { reply, title, detail: `from ${mentor.name}` };
  }],
];

Deno.test("a row says who did what, to whom, when and from where", async (t) => {
  await using server = await testServer();
  for (const [verb, change] of CASES) {
    await t.step(verb, async () => {
      const fixture = await Fixture.around(server, "admin");
      const { reply, title, detail } = await change(fixture);
      is(reply.status, 200, JSON.stringify(reply.body));
      const row = await newest(fixture.caller);
      equals(row.by, { _id: fixture.me?._id, name: fixture.me?.name });
      equals([row.verb, row.about.title, row.detail], [verb, title, detail]);
      equals([row.address, row.device], ["127.0.0.1", "A program"]);
      ok(Math.abs(Date.now() - Date.parse(row.at)) < 60_000);
    });
  }
  await t.step("a sign-in has the name of the person, and the browser in rough words", async () => {
    const [admin, student] = [await person(server, "admin"), await person(server)];
    is((await signIn(server, student, BROWSER)).status, 200);
    const { verb, by, about, device } = await newest(admin);
    equals({ verb, by, about, device }, {
      verb: "session.opened",
      by: { _id: student._id, name: student.name },
      about: null,
      device: "Firefox on Windows",
    });
  });
});

Deno.test("every verb is recorded by some call", () => {
  const tested = new Set<string>([
    ...Object.values(ROUTES).flatMap(({ records = [] }) => records),
    ...CASES.map(([verb]) => verb),
    // Below, in start_test, oidc_test, password_off_test, exports_test, and removals_test.
    ...[
      "data.exported",
      "session.refused",
      "session.more-refused",
      "session.all-ended",
      "account.linked",
      "admission.password",
      "account.removed",
    ],
  ]);
  equals([...tested].sort(), Object.keys(VERBS).sort());
});

Deno.test("a refused change leaves no row", async (t) => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const student = await person(server);
  const { _id: doubtId } = await doubt(student, (await assignment(mentor))._id);
  is((await mentor.post(`/doubts/${doubtId}/claim`, {})).status, 200);
  const other = await person(server, "mentor");
  const refused: [string, number, () => Promise<Reply>][] = [
    ["by its role", 403, () => mentor.delete(`/users/${student._id}`)],
    [
      "an old version",
      409,
      () => admin.patch(`/users/${student._id}`, { role: "mentor", version: 9 }),
    ],
    ["the last admin", 409, () => admin.delete(`/users/${admin._id}`)],
    [
      "the last admin, of several",
      200,
      () => admin.post("/users/many", { act: "delete", ids: [admin._id] }),
    ],
    [
      "a taken address",
      409,
      () => admin.post("/users", { name: "Ravi", email: student.email, role: "mentor" }),
    ],
    [
      "an account that is missing",
      404,
      () => admin.post(`/users/${newId()}/disable`, { hours: 1 }),
    ],
    ["a session that is missing", 404, () => student.delete(`/auth/sessions/${newId()}`)],
    [
      "a wrong password",
      400,
      () => student.put("/auth/password", { password: "Wrong@123", newPassword: "Another@123" }),
    ],
    ["an old rule", 409, () => admin.put("/admission", { rule: "open", domains: [], version: 9 })],
    ["a claim that is not taken over", 409, () => other.post(`/doubts/${doubtId}/claim`, {})],
    [
      "one's own claim again",
      200,
      () => mentor.post(`/doubts/${doubtId}/claim`, { takeOver: true }),
    ],
    ["a wrong code", 400, () =>
      caller(server).post("/auth/reset-password", {
        ...{ email: student.email, otp: "000000", newPassword: "Another@123" },
      })],
  ];
  for (const [name, status, send] of refused) {
    await t.step(name, async () => {
      const reply = await send();
      is(reply.status, status, JSON.stringify(reply.body));
      equals((await admin.get("/audit")).body, { rows: [], hasOlder: false });
    });
  }
});

Deno.test("a failed sign-in is recorded with its reason, and never with what was typed", async () => {
  await using server = await testServer();
  const [admin, student] = [await person(server, "admin"), await person(server)];
  const gone = await person(server);
  is((await admin.post(`/users/${gone._id}/disable`, { hours: 2 })).status, 200);
  const { email } = await (await Fixture.around(server, "nobody")).registration();
  const typed = { email: "hunter2@typed.test", password: "Typed@1234" };
  const tries = [
    { email: student.email, password: typed.password },
    typed,
    { email: gone.email },
    { email },
  ];
  for (const input of tries) is((await signIn(server, input)).status, 400);
  const { rows } = (await admin.get("/audit?verb=session.refused")).body;
  const about = ({ _id, name: title }: typeof student) => ({ kind: "account", _id, title });
  equals(rows.map((row: Record<string, unknown>) => [row.by, row.about, row.detail]), [
    [null, null, "not verified"],
    [null, about(gone), "disabled"],
    [null, null, "wrong password"],
    [null, about(student), "wrong password"],
  ]);
  const all = JSON.stringify(await server.parts.database.sql`select * from audit`);
  for (const text of ["hunter2", typed.password, student.email]) ok(!all.includes(text), text);
});

Deno.test("of one address, so many failed sign-ins a minute are recorded, and then one row says more", async () => {
  await using server = await testServer({ TRUSTED_PROXIES: "127.0.0.0/8" });
  const admin = await person(server, "admin");
  const now = new Date().toISOString();
  const fail = (times: number, address: string) =>
    Promise.all(
      Array.from({ length: times }, (_, at) =>
        signIn(server, { email: `nobody${at % 5}@class.test` }, { "x-forwarded-for": address })),
    );
  const counted = async (address: string) => {
    const rows = await server.parts.database.sql`
      select verb, count(*)::int as times from audit where address = ${address} group by verb`;
    return Object.fromEntries(rows.map(({ verb, times }) => [verb, times]));
  };
  server.setClock(now);
  const [one, other] = ["198.51.100.7", "203.0.113.9"];
  await fail(FAILURES_MOST + 8, one);
  const full = { "session.refused": FAILURES_MOST, "session.more-refused": 1 };
  equals(await counted(one), full);
  await fail(3, other);
  equals(await counted(other), { "session.refused": 3 });
  server.setClock(new Date(Date.parse(now) + 61_000).toISOString());
  await fail(2, one);
  equals(await counted(one), { ...full, "session.refused": FAILURES_MOST + 2 });
  is((await admin.get("/audit?verb=session.more-refused")).body.rows[0].about, null);
});

/** Inserts rows of these times, as many verbs as there are. */
async function insertRows({ parts }: TestServer, times: string[], by: string | null = null) {
  const rows = times.map((at) => ({
    ...{ id: newId(), at, verb: "about.changed", by_id: by, by_name: by && "Asha", detail: "" },
  }));
  await parts.database.sql`insert into audit ${parts.database.sql(rows)}`;
  return rows.map(({ id }) => id);
}

Deno.test("the application's own connection can change and delete no row", async (t) => {
  await using server = await testServer();
  const { db, sql } = server.parts.database;
  await insertRows(server, [daysAgo(0), daysAgo(400)]);
  const before = await sql`select * from audit order by id`;
  const together = (...statements: string[]) =>
    db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement);
    });
  const refused: [string, () => Promise<unknown>][] = [
    ["update", async () => await sql`update audit set by_name = 'Ravi'`],
    ["update of no row", async () => await sql`update audit set by_name = 'Ravi' where false`],
    ["insert or update", async () =>
      await sql`insert into audit select * from audit
        on conflict (id) do update set by_name = 'Ravi'`],
    ["delete", async () => await sql`delete from audit`],
    ["delete of old rows", async () => await sql`delete from audit where at < ${daysAgo(100)}`],
    ["truncate", async () => await sql`truncate audit`],
    ["truncate of all", async () => await sql`truncate people, audit cascade`],
    [
      "update as a replica",
      () =>
        together("set local session_replication_role = replica", "update audit set detail = 'x'"),
    ],
    [
      "delete with the setting of the retention",
      () => together("set local doubtless.forgets_audit = 'on'", "delete from audit"),
    ],
    [
      "delete after the retention",
      () => together("select forget_audit(now(), 0)", "delete from audit"),
    ],
    [
      "update with the setting of the retention",
      () => together("set local doubtless.forgets_audit = 'on'", "update audit set detail = 'x'"),
    ],
  ];
  for (const [name, change] of refused) {
    await t.step(name, async () => {
      await rejects(change, (error) => codeOf(error) === "DS403");
      equals(await sql`select * from audit order by id`, before);
    });
  }
});

Deno.test("rows are kept for AUDIT_DAYS, never less than 30, and deleted in bounded batches", async () => {
  await using server = await testServer();
  const { db, sql } = server.parts.database;
  const now = server.parts.clock();
  const ages = [29, 100, 364, 366, 400, 500];
  const ids = await insertRows(server, ages.map(daysAgo));
  const left = async () => {
    const rows = await sql`select id from audit`;
    return ages.filter((_, at) => rows.some(({ id }) => id === ids[at]));
  };
  const forget = async (before: string, most: number) => {
    const [row] = await sql`select forget_audit(${before}, ${most}) as gone`;
    return row?.gone;
  };
  is(await forget(daysAgo(365), 2), 2, "the oldest first");
  equals(await left(), [29, 100, 364, 366]);
  await deleteExpired(db, now);
  equals(await left(), [29, 100, 364]);
  await deleteExpired(db, now, { auditDays: 200 });
  equals(await left(), [29, 100]);
  is(await forget(daysAgo(-1), 10), 1, "whatever is asked for");
  equals(await left(), [29]);
  await rejects(async () => await sql`delete from audit`, { code: "DS403" });
  equals([readEnv({}).auditDays, readEnv({ AUDIT_DAYS: "30" }).auditDays], [365, 30]);
});

Deno.test("an admin finds rows by person, verb and day, in pages, newest first", async () => {
  await using server = await testServer({ CLASS_TZ: "Asia/Kolkata" });
  const [admin, student] = [await person(server, "admin"), await person(server)];
  // More than two pages; several rows have the same time.
  const times = Array.from(
    { length: 2 * ROWS_MOST + 10 },
    (_, at) => daysAgo(40 + Math.floor(at / 3)),
  );
  const own = await insertRows(server, times, student._id);
  await insertRows(server, times, newId());
  const find = async (query: string) => (await admin.get(`/audit?${query}`)).body;

  const pages: string[][] = [];
  for (let before = "", hasOlder = true; hasOlder;) {
    const page = await find(`person=${student._id}&before=${before}`);
    ({ hasOlder } = page);
    pages.push(page.rows.map(({ _id }: { _id: string }) => _id));
    before = page.rows.at(-1)._id;
  }
  equals(pages.map(({ length }) => length), [ROWS_MOST, ROWS_MOST, 10]);
  const at = new Map(own.map((id, place) => [id, times[place]]));
  equals(pages.flat(), own.toSorted((a, b) => `${at.get(a)}${a}` < `${at.get(b)}${b}` ? 1 : -1));
  equals(await find(`before=${newId()}`), { rows: [], hasOlder: false });

  is((await admin.post(`/users/${student._id}/disable`, { hours: 2 })).status, 200);
  const verbsOf = ({ rows }: { rows: { verb: string }[] }) => rows.map(({ verb }) => verb);
  equals(verbsOf(await find(`person=${student._id}`)).slice(0, 2), [
    "account.disabled",
    "about.changed",
  ], "also what was done to the person");
  equals(verbsOf(await find(`person=${student._id}&verb=account.disabled`)), ["account.disabled"]);
  equals(verbsOf(await find("verb=account.disabled")), ["account.disabled"]);
  equals(await find("verb=account.deleted"), { rows: [], hasOlder: false });

  // Half past midnight of 2 March in Kolkata is still 1 March in UTC.
  const [early, late] = await insertRows(server, [
    "2026-03-01T19:00:00.000Z",
    "2026-03-02T18:29:59.999Z",
  ]);
  await insertRows(server, ["2026-03-01T18:29:59.999Z", "2026-03-02T18:30:00.000Z"]);
  const { rows } = await find("first=2026-03-02&last=2026-03-02");
  equals(rows.map(({ _id }: { _id: string }) => _id), [late, early]);
  for (const query of ["person=me", "verb=all-of-them", "first=2026-13-40", "before=1"]) {
    const { status, body } = await admin.get(`/audit?${query}`);
    equals([status, Object.keys(body.errors)], [400, [query.split("=")[0]]]);
  }
});

Deno.test("the name of a deleted person stays in the trail, as it stays on their work", async () => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  is((await signIn(server, mentor)).status, 200);
  is((await admin.delete(`/users/${mentor._id}`)).status, 200);
  const { rows } = (await admin.get(`/audit?person=${mentor._id}`)).body;
  equals([rows[0].verb, rows[0].about.title], ["account.deleted", mentor.name]);
  equals([rows[1].verb, rows[1].by.name], ["session.opened", mentor.name]);
});
