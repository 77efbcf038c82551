/**
 * The event log stays within its limits, and a client from before its start fetches everything
 * again. A key of a write is kept as long as a browser may send it again.
 */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { sql } from "drizzle-orm";
import { later } from "../server/kit/core/clock.ts";
import { deleteExpired } from "../server/live/retention.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

Deno.test("events are deleted by count and by age, but never the newest ones", async () => {
  await using server = await testServer();
  const { db } = server.parts.database;
  const mentor = await person(server, "mentor");
  for (let n = 0; n < 12; n++) await assignment(mentor, {}, null);
  const seqs = async () =>
    (await db.execute<{ seq: string }>(sql`select seq from events order by seq`))
      .map(({ seq }) => Number(seq));
  const all = await seqs();
  const now = server.parts.clock();

  equals(await deleteExpired(db, now, { most: 8, least: 3 }), all.length - 8);
  equals(await seqs(), all.slice(-8));
  is(await deleteExpired(db, now, { most: 8, least: 3 }), 0, "young ones within the count stay");

  const nextMonth = new Date(Date.parse(now) + 30 * 86_400_000).toISOString();
  equals(await deleteExpired(db, nextMonth, { most: 8, least: 3 }), 5);
  equals(await seqs(), all.slice(-3));
});

Deno.test("a client from before the log's start is told to fetch everything again, a later one is not", async () => {
  await using first = await testServer();
  const mentor = await person(first, "mentor");
  for (let n = 0; n < 6; n++) await assignment(mentor, {}, null);
  const head = first.relay.head();
  await deleteExpired(first.parts.database.db, first.parts.clock(), { most: 3, least: 1 });
  // A server that starts now has never seen the deleted events.
  await using second = await testServer({ DATABASE_URL: first.databaseUrl });
  using early = await listen(second, { token: mentor.token, since: head - 5 });
  is(early.of("resync").length, 1);
  using late = await listen(second, { token: mentor.token, since: head - 2 });
  is(late.of("resync").length, 0);
  const events = late.pushes.filter(({ event }) => event !== "ready");
  equals(events.map(({ data }) => data.seq), [head - 1, head]);
});

Deno.test("the newest 5,000 pictures of people whose address is not confirmed are kept", async () => {
  await using server = await testServer();
  const { db } = server.parts.database;
  await db.execute(sql`
    insert into registrations
      (id, email, name, password_hash, picture, code_hash, expires_at, created_at)
    select gen_random_uuid(), n || '@class.test', 'N', '', '\\x00', '', now(),
      now() - n * interval '1 second'
    from generate_series(1, 5002) as n`);
  await deleteExpired(db, server.parts.clock());
  const without = await db.execute(sql`select email from registrations where picture is null`);
  equals(without.map(({ email }) => email).sort(), ["5001@class.test", "5002@class.test"]);
});

Deno.test("a text that is sent again after a weekend, because its reply was lost, is not stored twice", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const key = crypto.randomUUID();
  const send = () =>
    mentor.put(`/doubts/${_id}/reply`, { reply: "Because." }, { "Idempotency-Key": key });
  is((await send()).status, 200);
  await deleteExpired(server.parts.database.db, later(new Date().toISOString(), 3 * 24 * 60));
  is((await send()).status, 200);
  const { conversation } = (await mentor.get(`/doubts/${_id}`)).body;
  is(conversation.length, 2, "the doubt and one reply");
});
