/**
 * API tokens: what a program may do with one, what only a person may do, and everything that ends
 * one at once.
 */
import {
  deepStrictEqual as equals,
  match,
  ok,
  rejects,
  strictEqual as is,
} from "node:assert/strict";
import { TOKENS_MOST } from "../server/auth/tokens/schema.ts";
import { newId } from "../server/kit/core/ids.ts";
import { hashOfApiToken } from "../server/kit/security/api_token.ts";
import { COMMIT_ORDER_LOCK } from "../server/live/outbox.ts";
import { deleteExpired } from "../server/live/retention.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import {
  type Caller,
  caller,
  PASSWORD,
  person,
  type Reply,
  type TestPerson,
} from "./kit/people.ts";
import { whileHeld } from "./kit/postgres.ts";
import { ROUTES } from "./kit/routes.ts";
import { twoSections } from "./kit/sections.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;
const answer = ({ status, body }: Reply) => [status, body.code];

async function made(who: TestPerson, wanted: Record<string, unknown> = {}) {
  const { status, body } = await who.post("/tokens", {
    ...{ name: "Timetable", scope: "write", days: 30 },
    ...wanted,
  });
  is(status, 201, JSON.stringify(body));
  return { token: body.token as string, id: body.apiToken._id as string };
}

/** A program that sends this token. */
const program = (server: { url: string }, token: string): Caller => caller(server, token);

Deno.test("a program does what its person may do, and the audit trail names its token", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const admin = await person(server, "admin");
  const { _id: question } = await assignment(mentor);
  const { _id } = await doubt(student, question);
  const { token } = await made(mentor);
  match(token, /^doubtless_[\w-]{86}$/);
  const mine = program(server, token);
  is((await mine.get("/auth/me")).body._id, mentor._id);
  const key = { "idempotency-key": newId() };
  const replies = [
    await mine.put(`/doubts/${_id}/reply`, { reply: "Look at line 3." }, key),
    await mine.put(`/doubts/${_id}/reply`, { reply: "Look at line 3." }, key),
  ];
  equals(replies.map(({ status }) => status), [200, 200]);
  const { conversation } = (await student.get(`/doubts/${_id}`)).body;
  equals(conversation.map(({ message }: { message: string }) => message).slice(1), [
    "Look at line 3.",
  ]);
  const { _id: notice } =
    (await mine.post("/messages/announcement", { subject: "Holiday", body: "No class." })).body;
  is((await mine.delete(`/messages/announcement/${notice}`)).status, 200);
  const [row] = (await admin.get("/audit")).body.rows;
  equals([row.verb, row.by.name, row.device], [
    "announcement.deleted",
    mentor.name,
    "API token Timetable",
  ]);
  equals(answer(await program(server, (await made(student)).token).get("/audit")), [
    403,
    "forbidden",
  ]);
});

Deno.test("a program sees what is for its person's section, and may ask there", async () => {
  await using server = await testServer();
  const { mentor, a, inA, inB } = await twoSections(server);
  const { _id } = await assignment(mentor, {}, null);
  const given = { distributionTag: "hw", audience: [a] };
  is((await mentor.put(`/assignments/${_id}/distribution`, given)).status, 200);
  const [ofA, ofB] = [
    program(server, (await made(inA)).token),
    program(server, (await made(inB)).token),
  ];
  is((await ofA.get(`/assignments/${_id}`)).status, 200);
  is((await ofB.get(`/assignments/${_id}`)).status, 404);
  is((await ofA.get("/assignments/general")).body.length, 1);
  is((await ofA.post("/doubts", { assignmentId: _id, doubtText: "Why?" })).status, 201);
});

Deno.test("a reading token is refused at every write, and every token at what only a person does", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const reading = program(server, (await made(admin, { name: "Reader", scope: "read" })).token);
  const writing = program(server, (await made(admin)).token);
  is((await reading.get("/doubts/filter-doubts")).status, 200);
  const { paths } = (await admin.get("/openapi.json")).body;
  const closed: string[] = [];
  for (const call of Object.keys(ROUTES)) {
    const [method = "", path = ""] = call.split(" ");
    const { security } = paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
    const isOpen = security.some((one: object) => "apiToken" in one);
    const send = (who: Caller) => {
      const filled = path.replace(/:\w+/g, newId());
      return method === "GET"
        ? who.get(filled)
        : who[method.toLowerCase() as "post"](filled, undefined);
    };
    if (method !== "GET") equals(answer(await send(reading)), [403, "token.read-only"], call);
    if (isOpen) continue;
    closed.push(call);
    equals(answer(await send(writing)), [403, "token.person"], call);
  }
  equals(closed.sort(), [
    "DELETE /admission/invitations/:id",
    "DELETE /auth/sessions/:id",
    "DELETE /calendar",
    "DELETE /notifications/browsers",
    "DELETE /tokens/:id",
    "DELETE /users/:id",
    "DELETE /webhooks/:id",
    "GET /auth/sessions",
    "GET /personal/copy",
    "GET /tokens",
    "GET /webhooks",
    "GET /webhooks/:id/deliveries",
    "PATCH /users/:id",
    "POST /admission/invitations",
    "POST /auth/me/deletion",
    "POST /auth/me/deletion-code",
    "POST /auth/sessions/end-others",
    "POST /calendar",
    "POST /class-sessions/:id/wall",
    "POST /notifications/browsers",
    "POST /terms",
    "POST /terms/:id/undo",
    "POST /tokens",
    "POST /users",
    "POST /users/:id/disable",
    "POST /users/many",
    "POST /users/removals/:id/take-back",
    "POST /users/roster",
    "POST /users/roster/:id/undo",
    "POST /users/roster/preview",
    "POST /webhooks",
    "POST /webhooks/:id/deliveries/:deliveryId/again",
    "POST /webhooks/:id/test",
    "PUT /admission",
    "PUT /auth/password",
    "PUT /webhooks/:id",
  ]);
});

Deno.test("a token that only reads gives no question up", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  const path = `/assignments/${_id}/solution`;
  await mentor.put(path, { title: "Swap ends", content: "From both ends." });
  await mentor.put(`${path}-visibility`, { solutionVisible: true });
  const readerOf = async (who: TestPerson) =>
    program(server, (await made(who, { scope: "read" })).token);
  const [reader, staff] = [await readerOf(student), await readerOf(mentor)];
  equals(answer(await reader.get(path)), [403, "token.read-only"]);
  is((await staff.get(path)).status, 200);
  is((await server.parts.database.sql`select 1 from give_ups`).length, 0);
  is((await student.get(path)).status, 200);
  is((await reader.get(path)).status, 200, "after the person's own look");
});

Deno.test("a token opens no socket", async () => {
  await using server = await testServer();
  const { token } = await made(await person(server, "mentor"));
  await rejects(listen(server, { token }), /auth/);
});

type Ending = (admin: TestPerson, who: TestPerson, id: string) => Promise<unknown>;

/** Everything that ends a token, and who does it. */
const ENDINGS: Record<string, Ending> = {
  "taken back": (_, who, id) => who.delete(`/tokens/${id}`),
  "its person is disabled": (admin, who) => admin.post(`/users/${who._id}/disable`, { hours: 1 }),
  "its person is deleted": (admin, who) => admin.delete(`/users/${who._id}`),
  "a new role": (admin, who) => admin.patch(`/users/${who._id}`, { role: "student" }),
  "a new password": (_, who) =>
    who.put("/auth/password", { password: PASSWORD, newPassword: "Another@123" }),
  "all other sessions are ended": (_, who) => who.post("/auth/sessions/end-others", {}),
};

Deno.test("whatever ends a token ends it at once, on all servers, and for good", async (t) => {
  await using server = await testServer();
  await using other = await testServer({ DATABASE_URL: server.databaseUrl });
  const admin = await person(server, "admin");
  await person(server, "admin");
  for (const [how, end] of Object.entries(ENDINGS)) {
    await t.step(how, async () => {
      const who = await person(server, "mentor");
      const { token, id } = await made(who);
      const programs = [program(server, token), program(other, token)];
      // Both servers know the token now.
      for (const one of programs) is((await one.get("/auth/me")).status, 200);
      const { status } = await end(admin, who, id) as Reply;
      is(status, 200);
      for (const one of programs) {
        equals(answer(await one.get("/auth/me")), [401, "auth.token"]);
        equals(answer(await one.post("/quick-questions", {})), [401, "auth.token"]);
      }
      await admin.post(`/users/${who._id}/disable`, { hours: 0 });
      equals(answer(await programs[0]?.get("/auth/me") as Reply), [401, "auth.token"]);
    });
  }
});

Deno.test("a write whose token is taken back meanwhile writes nothing", async () => {
  await using server = await testServer();
  const { sql } = server.parts.database;
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const { token, id } = await made(mentor);
  const hold = `select pg_advisory_xact_lock(${COMMIT_ORDER_LOCK})`;
  const late = await whileHeld(server, hold, {
    work: () => program(server, token).put(`/doubts/${_id}/reply`, { reply: "Too late." }),
    meanwhile: (sql) => sql`delete from api_tokens where id = ${id}`,
  });
  equals(answer(late), [401, "auth.token"]);
  const [{ entries } = { entries: -1 }] = await sql`
    select count(*)::int as entries from doubt_entries where message like '%Too late%'`;
  is(entries, 0);
});

Deno.test("a token expires, stays listed for a while, and gives its name back", async () => {
  await using server = await testServer();
  const start = Date.parse("2026-03-02T06:30:00.000Z");
  const setDay = (days: number) => server.setClock(new Date(start + days * DAY).toISOString());
  setDay(0);
  const who = await person(server, "mentor");
  const { token } = await made(who, { days: 1 });
  setDay(2);
  equals(answer(await program(server, token).get("/auth/me")), [401, "auth.token"]);
  is((await who.get("/tokens")).body.length, 1);
  const clock = server.parts.clock();
  await deleteExpired(server.parts.database.db, clock);
  is((await who.get("/tokens")).body.length, 1);
  const again = await made(who);
  is((await program(server, again.token).get("/auth/me")).status, 200);
  setDay(5);
  is((await who.get("/tokens")).body.length, 1);
});

Deno.test("names, numbers and times of tokens are bounded, and each refusal names the field", async () => {
  await using server = await testServer({ WRITE_PACE: "100" });
  const who = await person(server, "student");
  const valid = { name: "Timetable", scope: "read", days: 30 };
  for (
    const [field, value] of [
      ["name", ""],
      ["name", "x".repeat(61)],
      ["scope", "admin"],
      ["days", 0],
      ["days", 366],
      ["days", 1.5],
    ] as const
  ) {
    const { status, body } = await who.post("/tokens", { ...valid, [field]: value });
    is(status, 400);
    ok(body.errors[field], `${field}: ${JSON.stringify(body)}`);
  }
  await made(who);
  const { status, body } = await who.post("/tokens", valid);
  equals([status, body.code, body.errors.name], [
    409,
    "token.name",
    "You have an API token of this name already.",
  ]);
  for (let at = 1; at < TOKENS_MOST; at += 1) await made(who, { name: `No. ${at}` });
  equals(answer(await who.post("/tokens", { ...valid, name: "One more" })), [409, "token.many"]);
  // Another person's names and numbers are their own.
  await made(await person(server));
});

Deno.test("a repeated request makes one token, and the server keeps only its hash", async () => {
  await using server = await testServer();
  const who = await person(server, "mentor");
  const wanted = { name: "Timetable", scope: "read", days: 30 };
  const key = { "idempotency-key": newId() };
  const [one, two] = [
    await who.post("/tokens", wanted, key),
    await who.post("/tokens", wanted, key),
  ];
  equals([one.status, two.status], [201, 201]);
  equals(one.body, two.body);
  const { sql } = server.parts.database;
  const rows = await sql`select hash from api_tokens`;
  equals([...rows], [{ hash: hashOfApiToken(one.body.token) }]);
  for (const table of ["events", "audit", "idempotency_keys", "api_tokens"]) {
    const [{ found } = { found: -1 }] = await sql`
      select count(*)::int as found from ${sql(table)} as t
      where t::text like ${`%${one.body.token}%`}`;
    is(found, 0, table);
  }
});

Deno.test("a wrong token is refused, and its last use is noted at most once a minute", async () => {
  await using server = await testServer();
  const who = await person(server, "mentor");
  const { token } = await made(who);
  const wrong = [
    `${token.slice(0, -3)}AAA`,
    token.slice(0, -1),
    "doubtless_",
    `doubtless_${"A".repeat(86)}`,
  ];
  for (const one of wrong) {
    equals(answer(await program(server, one).get("/auth/me")), [401, "auth.token"], one);
    equals(answer(await program(server, one).get("/about")), [401, "auth.token"], one);
  }
  const used = async () => (await who.get("/tokens")).body[0].usedAt;
  is(await used(), null);
  const first = Date.parse("2026-03-02T06:30:00.000Z");
  const useAt = async (ms: number) => {
    server.setClock(new Date(first + ms).toISOString());
    await program(server, token).get("/auth/me");
    return Date.parse(await used()) - first;
  };
  equals([await useAt(0), await useAt(MINUTE / 2), await useAt(MINUTE)], [0, 0, MINUTE]);
});

Deno.test("nobody sees or takes back another person's tokens; a list is pushed to its person", async () => {
  await using server: TestServer = await testServer();
  const [mentor, admin] = [await person(server, "mentor"), await person(server, "admin")];
  using ear = await listen(server, { token: mentor.token });
  using others = await listen(server, { token: admin.token });
  const { id } = await made(mentor);
  is((await ear.next("tokens.changed")).tokens[0]?._id, id);
  equals((await admin.get("/tokens")).body, []);
  is((await admin.delete(`/tokens/${id}`)).status, 404);
  is((await mentor.delete(`/tokens/${id}`)).status, 200);
  await ear.until("tokens.changed", ({ tokens }) => tokens.length === 0);
  equals(others.of("tokens.changed"), []);
});
