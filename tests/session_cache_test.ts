/**
 * Every call checks that the session is still valid, however recently its token was used; and a
 * write checks it again just before the commit.
 */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Sql } from "postgres";
import { newId } from "../server/kit/core/ids.ts";
import { COMMIT_ORDER_LOCK } from "../server/live/outbox.ts";
import { people } from "../server/people/tables.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { whileHeld } from "./kit/postgres.ts";
import { browserRun, runsOf, sumQuestion } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";

const answer = ({ status, body }: Reply) => [status, body.code];

Deno.test("an ended session can neither write nor read, even if it was just used", async () => {
  await using server = await testServer();
  const { db } = server.parts.database;
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: assignmentId } = await assignment(mentor);
  const { _id: doubtId } = await doubt(student, assignmentId);
  const reply = `/doubts/${doubtId}/reply`;
  const used = { "idempotency-key": newId() };
  is((await mentor.put(reply, { reply: "The first." }, used)).status, 200);
  // Changes the database directly, as another server would.
  await db.update(people).set({ epoch: 2 }).where(eq(people.id, mentor._id));
  const calls = [
    () => mentor.put(reply, { reply: "Too late." }),
    () => mentor.put(reply, { reply: "Too late." }, { "idempotency-key": newId() }),
    () => mentor.put(reply, { reply: "The first." }, used),
    () => mentor.put(reply, { reply: "" }),
    () => mentor.put(`/doubts/${newId()}/reply`, { reply: "Where?" }),
    () => mentor.get("/doubts/filter-doubts"),
    () => mentor.get(`/doubts/${newId()}`),
    () => mentor.get("/nowhere"),
  ];
  for (const call of calls) {
    await db.update(people).set({ epoch: 1 }).where(eq(people.id, mentor._id));
    is((await mentor.get("/doubts/filter-doubts")).status, 200);
    await db.update(people).set({ epoch: 2 }).where(eq(people.id, mentor._id));
    equals(answer(await call()), [401, "auth.token"], String(call));
  }
  const { conversation } = (await student.get(`/doubts/${doubtId}`)).body;
  equals(conversation.map(({ message }: { message: string }) => message).slice(1), ["The first."]);
});

Deno.test("a person whose name changed writes under the new name at once", async () => {
  await using server = await testServer();
  const { db } = server.parts.database;
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const keyed: [string, Record<string, string>][] = [
    ["Asha One", {}],
    ["Asha Two", { "idempotency-key": newId() }],
  ];
  for (const [name, key] of keyed) {
    await db.update(people).set({ name }).where(eq(people.id, mentor._id));
    const { status, body } = await mentor.put(`/doubts/${_id}/reply`, { reply: "Look." }, key);
    equals([status, body.conversation.at(-1).sender.name, body.answeredBy.name], [
      200,
      name,
      name,
    ]);
  }
  is((await student.get(`/doubts/${_id}`)).body.conversation.length, 3);
});

type Caller = ReturnType<typeof caller>;

/** How a session ends. */
const ENDINGS: Record<string, (sql: Sql, personId: string) => Promise<unknown>> = {
  "signed out": (sql, id) => sql`delete from sessions where person_id = ${id}`,
  "all are ended": (sql, id) => sql`update people set epoch = epoch + 1 where id = ${id}`,
  disabled: (sql, id) =>
    sql`update people set disabled_until = now() + interval '1 hour' where id = ${id}`,
  deleted: (sql, id) => sql`update people set deleted_at = now() where id = ${id}`,
};

/** What was written so far. */
const written = (sql: Sql) =>
  sql`select (select count(*) from events) as events, (select count(*) from runs) as runs,
    (select count(*) from doubt_entries) as entries,
    (select count(*) from idempotency_keys) as keys,
    (select count(*) from push_subscriptions) as browsers`;

/** The lock that every write takes to log its events. */
const HOLD_LOG = `select pg_advisory_xact_lock(${COMMIT_ORDER_LOCK})`;

/** A mentor whose browser gets pushes. */
async function signedInMentor(server: TestServer) {
  const { sql } = server.parts.database;
  const one = await person(server, "mentor");
  const endpoint = `https://push.test/${one._id}`;
  await sql`insert into push_subscriptions (id, person_id, endpoint, p256dh, auth, created_at)
    values (${newId()}, ${one._id}, ${endpoint}, '', '', now())`;
  return { me: one, endpoint, id: one._id };
}

for (const [how, end] of Object.entries(ENDINGS)) {
  Deno.test(`a write whose session ends meanwhile (${how}) writes nothing`, async () => {
    await using server = await testServer();
    const { sql } = server.parts.database;
    const [asker, author] = [await person(server), await person(server, "mentor")];
    const { _id: question } = await sumQuestion(author);
    const { _id: open } = await doubt(asker, question);
    const key = { "idempotency-key": newId() };
    const logged: ((me: Caller) => Promise<Reply>)[] = [
      (me) => me.post(runsOf(question), browserRun()),
      (me) => me.post(runsOf(question), browserRun(), key),
      (me) => me.put(`/doubts/${open}/reply`, { reply: "Too late." }),
    ];
    for (const write of logged) {
      const { me, id } = await signedInMentor(server);
      const before = await written(sql);
      const work = () => write(me);
      const meanwhile = (sql: Sql) => end(sql, id);
      equals(answer(await whileHeld(server, HOLD_LOG, { work, meanwhile })), [401, "auth.token"]);
      equals(await written(sql), before, String(write));
    }
    // This call announces no event.
    const { me, endpoint, id } = await signedInMentor(server);
    const before = await written(sql);
    const hold = `select from push_subscriptions where person_id = '${id}' for update`;
    const ended = await whileHeld(server, hold, {
      work: () => me.delete("/notifications/browsers", { endpoint }),
      meanwhile: (sql) => end(sql, id),
    });
    equals(answer(ended), [401, "auth.token"]);
    equals(await written(sql), before);
  });
}

Deno.test("a call may end the session that it is made in", async () => {
  await using server = await testServer();
  await person(server, "admin");
  const endings: ((me: Caller, id: string, session: string) => Promise<Reply>)[] = [
    (me, _, session) => me.delete(`/auth/sessions/${session}`),
    (me, id) => me.patch(`/users/${id}`, { role: "mentor" }),
    (me, id) => me.post(`/users/${id}/disable`, { hours: 1 }),
    (me, id) => me.post("/users/many", { act: "disable", ids: [id], hours: 1 }),
    (me, id) => me.delete(`/users/${id}`),
  ];
  for (const end of endings) {
    const { email, _id } = await person(server, "admin");
    const { body } = await caller(server).post("/auth/login", { email, password: PASSWORD });
    const me = caller(server, body.token);
    const [session] = (await me.get("/auth/sessions")).body;
    is((await end(me, _id, session._id)).status, 200, String(end));
    equals(answer(await me.get("/auth/me")), [401, "auth.token"], String(end));
  }
});

Deno.test("a write whose person is renamed meanwhile is kept", async () => {
  await using server = await testServer();
  const { me, id } = await signedInMentor(server);
  const { _id: question } = await sumQuestion(await person(server, "mentor"));
  const { status } = await whileHeld(server, HOLD_LOG, {
    work: () => me.post(runsOf(question), browserRun()),
    meanwhile: (sql) => sql`update people set name = 'Asha Three' where id = ${id}`,
  });
  is(status, 201);
});
