/**
 * People are told a moment after an event. What has been taken back or hidden by then is told to
 * nobody; their bells get nothing that a fresh fetch leaves out.
 */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { ASSIGNED_MOST } from "../../server/assignments/schema.ts";
import { later } from "../../server/kit/core/clock.ts";
import { openOne } from "../../server/kit/db/database.ts";
import { COMMIT_ORDER_LOCK } from "../../server/live/outbox.ts";
import { assignment, assignTo, doubt, questionForm } from "../kit/assignments.ts";
import { duplicates } from "../kit/doubts.ts";
import { beforeNoted, listOf, notificationsMade, NOTIFIES } from "../kit/notifications.ts";
import { until } from "../kit/until.ts";
import { person } from "../kit/people.ts";
import { waitingForLocks } from "../kit/postgres.ts";
import { testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";

type Told = { kind: string };
const kindsOf = (all: Told[]) => all.map(({ kind }) => kind);

Deno.test("nobody is told of a change that was taken back or hidden before it was noted", async () => {
  await using server = await testServer({}, NOTIFIES);
  const { mentor, first, second, kept, merged, merge, takeBack } = await duplicates(server);
  const classmate = await person(server);
  is((await classmate.post(`/doubts/${kept._id}/share`)).status, 200);
  // It is given to nobody yet, so only those to whom it is assigned may see it.
  const { _id: own } = (await mentor.post("/assignments", questionForm())).body;
  using ofSecond = await listen(server, { token: second.token });
  using ofClassmate = await listen(server, { token: classmate.token });
  await beforeNoted(server, async () => {
    is((await merge()).status, 200);
    is((await takeBack()).status, 200);
    is((await mentor.put(`/doubts/${kept._id}/reply`, { reply: "So." })).status, 200);
    is((await first.patch(`/doubts/${kept._id}`, { private: true })).status, 200);
    is((await assignTo(mentor, own, classmate)).status, 200);
    is((await assignTo(mentor, own, first)).status, 200);
    const { body } = await mentor.post("/messages/announcement", { subject: "No", body: "Yes." });
    is((await mentor.delete(`/messages/announcement/${body._id}`)).status, 200);
  });
  // What is noted later comes later.
  const note = { subject: "Last", body: "…", isPublic: false, recipients: [classmate._id] };
  is((await mentor.post("/messages", note)).status, 201);
  is((await mentor.put(`/doubts/${merged._id}/reply`, { reply: "So." })).status, 200);
  for (
    const [ear, me, last] of [[ofSecond, second, "reply"], [
      ofClassmate,
      classmate,
      "message",
    ]] as const
  ) {
    await ear.until("notification.made", ({ kind }) => kind === last);
    equals(kindsOf(ear.of("notification.made")), [last]);
    equals(kindsOf((await me.get("/notifications")).body.notifications), [last]);
  }
  // Those who may still see it are told.
  equals(kindsOf((await listOf(first)).notifications), ["assigned", "reply"]);
  // When the doubt is open to the class again, its reply is in the list again.
  is((await first.patch(`/doubts/${kept._id}`, { private: false })).status, 200);
  equals(kindsOf((await classmate.get("/notifications")).body.notifications), [
    "message",
    "followed",
  ]);
});

Deno.test("what was news when it was logged is told, also when no server noted it for an hour", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [admin, mentor, student] = [
    await person(server, "admin"),
    await person(server, "mentor"),
    await person(server),
  ];
  const texts = { subject: "No class", body: "On Friday." };
  const { body: old } = await mentor.post("/messages/announcement", texts);
  const url = "http://localhost:1/";
  is((await admin.post("/webhooks", { url, events: ["doubt.raised"] })).status, 201);
  const { _id } = await assignment(mentor);
  await notificationsMade(server.parts);
  const { sql } = server.parts.database;
  await sql`delete from notifications`;
  const at = new Date().toISOString();
  await beforeNoted(server, async () => {
    server.setClock(later(at, 15));
    // An edit of something older is no news.
    is((await mentor.put(`/messages/announcement/${old._id}`, texts)).status, 200);
    await mentor.post("/messages/announcement", { ...texts, subject: "An exam" });
    await doubt(student, _id);
    server.setClock(later(at, 75));
  });
  const { notifications } = await listOf(student);
  equals(notifications.map(({ title }: { title: string }) => title), ["An exam"]);
  equals((await sql`select type from webhook_deliveries`).map(({ type }) => type), [
    "doubt.raised",
  ]);
});

Deno.test("nobody is told of a change that is taken back while it is noted", async () => {
  await using server = await testServer({}, NOTIFIES);
  const { mentor, second, merged, merge, takeBack } = await duplicates(server);
  using ear = await listen(server, { token: second.token });
  const sql = openOne(server.databaseUrl);
  const waiting = (count: number) => until(async () => await waitingForLocks(sql) === count);
  try {
    const { back } = await beforeNoted(server, async () => {
      is((await merge()).status, 200);
      await sql`select pg_advisory_lock(${COMMIT_ORDER_LOCK})`;
      const back = takeBack();
      await waiting(1);
      // Meanwhile the follower comes, and finds that another one is at work. It comes again.
      await delay(1000);
      return { back };
    });
    // Now the merge is noted. That waits behind its end, which is not committed yet.
    await waiting(2);
    await sql`select pg_advisory_unlock(${COMMIT_ORDER_LOCK})`;
    is((await back).status, 200);
  } finally {
    await sql.end();
  }
  is((await mentor.put(`/doubts/${merged._id}/reply`, { reply: "So." })).status, 200);
  await ear.until("notification.made", ({ kind }) => kind === "reply");
  equals(kindsOf(ear.of("notification.made")), ["reply"]);
});

Deno.test("a thousand students are told of each of many questions of their own", async () => {
  await using server = await testServer({}, NOTIFIES);
  const mentor = await person(server, "mentor");
  const [student, { sql }] = [await person(server), server.parts.database];
  // The longest names: one event that names all of them would be too long.
  const name = "क".repeat(100);
  const made = await sql`
    insert into people
    select made.* from people, generate_series(1, ${ASSIGNED_MOST - 1}) as n,
      jsonb_populate_record(people, jsonb_build_object(
        'id', gen_random_uuid(), 'email', n || '@class.test', 'name', ${name}::text)) as made
    where people.id = ${student._id} returning id`;
  const assignedTo = [student._id, ...made.map(({ id }) => id)];
  // More rows than one statement takes, when they are noted together.
  const count = 34;
  await beforeNoted(server, async () => {
    for (let nth = 0; nth < count; nth++) {
      const { _id } = await assignment(mentor, {}, null);
      const path = `/assignments/${_id}/assign-personal`;
      is((await mentor.put(path, { assignedTo })).status, 200);
    }
  });
  await notificationsMade(server.parts);
  const [{ n } = { n: 0 }] = await sql`select count(*)::int as n from notified`;
  is(n, count * ASSIGNED_MOST);
  is((await student.get("/notifications")).body.total, count);
});
