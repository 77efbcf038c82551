/**
 * Written content costs a server, and each client that reconnects, no more than a bound: events,
 * replies to `since`, and the log.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import postgres from "postgres";
import { eventSchemas } from "../server/events.ts";
import { limitEventSize } from "../server/live/event_size.ts";
import { deleteExpired } from "../server/live/retention.ts";
import { people } from "./bench/kit/people.ts";
import { startCounted } from "./bench/kit/statements.ts";
import { assignment, submit } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";
import { checkProperty } from "./kit/random.ts";

const plain = <T>(data: T): T => JSON.parse(JSON.stringify(data));

/** The limit that the contract gives. */
const EVENT_MOST = 256 * 1024;
const told = (pushes: { event: string; data: unknown }[]) =>
  pushes.filter(({ event }) => event !== "ready" && event !== "resync");
const lengthOf = (data: unknown) => new TextEncoder().encode(JSON.stringify(data)).length;

Deno.test("an event that would be too long omits its texts, and the client fetches them", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  const since = server.relay.head();
  using desk = await listen(server, { token: mentor.token });
  const code = "<a".repeat(45_000);
  const response = await submit(student, _id, { studentSolution: code, learningNotes: "Done." });
  ok(lengthOf(response) > EVENT_MOST);
  const pushed = await desk.next("review.waiting");
  using back = await listen(server, { token: mentor.token, since });
  equals(back.of("review.waiting"), [pushed], "later, too");
  const { seq: _, omitted, ...item } = pushed;
  is(omitted, true);
  ok(lengthOf(pushed) < EVENT_MOST / 10);
  equals(eventSchemas["review.waiting"].parse(item), item, "it has the published shape");
  equals(
    [item.assignmentId, item.student._id, item.learningNotes, item.studentSolution],
    [_id, student._id, "Done.", ""],
  );
  const { reviews } = (await mentor.get("/assignments/reviews")).body;
  equals(reviews[0].studentSolution, response.studentSolution, "the call has all of it");
  // An event that fits is sent unchanged.
  await submit(student, _id, { studentSolution: "int main() {}" });
  const next = await desk.until("review.waiting", ({ version }) => version === item.version + 1);
  ok(next.studentSolution.includes("main") && !("omitted" in next));
});

Deno.test("every announced event is within the limit, and keeps its id", async () => {
  const texts = fc.record({ length: fc.nat(200_000), unit: fc.constantFrom("a", '"', "é", "🙂") })
    .map(({ length, unit }) => unit.repeat(length));
  const data = fc.record({
    _id: fc.uuid(),
    html: fc.record({ first: texts, second: texts }),
    list: fc.array(texts, { maxLength: 4 }),
    many: fc.nat(3000).map((count) => Array(count).fill("x".repeat(100))),
    nothing: fc.constant(null),
  });
  await checkProperty(
    "an event fits",
    fc.property(data.map(plain), (data) => {
      const event = limitEventSize({ type: "test", rooms: ["home"], data });
      is(event.bytes, lengthOf(event.data));
      ok(event.bytes <= EVENT_MOST);
      const isLong = lengthOf(data) > EVENT_MOST;
      is("omitted" in event.data, isLong);
      is(event.data._id, data._id);
      if (!isLong) equals(event.data, data);
    }),
    { numRuns: 60 },
  );
});

Deno.test("who missed little is sent it, also by a server that starts later; who missed much fetches again", async () => {
  await using first = await testServer();
  const student = await person(first);
  const { sql } = first.parts.database;
  const log = (count: number, length: number) =>
    sql`
      insert into events (type, rooms, data, bytes, created_at)
      select 'announcement.saved', '{home}',
        json_build_object('_id', n, 'body', repeat('x', ${length}::int)), ${length}::int + 30, now()
      from generate_series(1, ${count}::int) as n`;
  await sql`truncate events restart identity`;
  await log(3000, 1000);
  await using server = await startCounted(first.databaseUrl);
  const before = server.statements();
  /** How many events a client gets that has those up to `since`; "resync" when it fetches again. */
  const missedBy = async (at: { url: string }, since: number, token?: string) => {
    using ear = await listen(at, { token, since });
    const missed = told(ear.pushes);
    if (ear.of("resync").length === 0) return missed.length;
    equals(missed, []);
    return "resync";
  };
  const [some, most] = [3000 - 200, 3000 - 500];
  equals(
    await Promise.all([some, most, most - 1, 0, 3001].map((since) => missedBy(server, since))),
    [
      200,
      "resync",
      "resync",
      "resync",
      "resync",
    ],
  );
  ok(server.statements() - before < 10, "visitors who come back ask the database nothing");
  const own = postgres(first.databaseUrl, { max: 1, onnotice: () => {} });
  const many = await people(own, "student", 100).finally(() => own.end());
  const asked = server.statements();
  const all = await Promise.all(many.map(({ token }) => missedBy(server, some, token)));
  equals(all, many.map(() => 200));
  const each = (server.statements() - asked) / many.length;
  ok(each < 2, `who comes back is looked up, and shares the log: ${each} statements each`);
  await using late = await testServer({ DATABASE_URL: first.databaseUrl });
  equals(await missedBy(late, most, student.token), 500);
  equals(await missedBy(late, most - 1, student.token), "resync");
});

Deno.test("the log is bounded by bytes, too", async () => {
  await using server = await testServer();
  const { db, sql } = server.parts.database;
  await sql`truncate events restart identity`;
  await sql`
    insert into events (type, rooms, data, bytes, created_at)
    select 'stats.changed', '{staff}', '{}', 1000, now() from generate_series(1, 20)`;
  const now = server.parts.clock();
  is(await deleteExpired(db, now, { bytes: 20_000 }), 0);
  is(await deleteExpired(db, now, { bytes: 5500 }), 15);
  const kept = await sql<{ seq: number }[]>`select seq::int from events order by seq`;
  equals(kept.map(({ seq }) => seq), [16, 17, 18, 19, 20]);
});
