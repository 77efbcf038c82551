/**
 * Long threads: replies have a limited size, older entries come in pages, and a thread has a
 * maximum length.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import {
  type Entries,
  insertEntry,
  mergeEntries,
  withEarlier,
  withoutGone,
} from "../client/threads/state.ts";
import { type Doubt, ENTRIES_MOST, type WrittenEntry } from "../server/doubts/schema.ts";
import { READ } from "../server/threads/queries.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { asPushed, webClient } from "./kit/client.ts";
import { person, type Reply, type School, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { checkProperty } from "./kit/random.ts";

type LongThread = { entries: number; bytes?: number };

/** Extends a doubt's thread to this number of entries, each with this many bytes of HTML. */
async function lengthen(
  { parts }: Pick<School, "parts">,
  { _id }: { _id: string },
  { mentor, entries, bytes = 20 }: LongThread & { mentor: TestPerson },
): Promise<void> {
  const { sql } = parts.database;
  await sql`
    insert into doubt_entries (id, doubt_id, place, type, message, html, sender_id, created_at)
    select gen_random_uuid(), id, place, case when place % 2 = 0 then 'reply' else 'follow-up' end,
      'Entry ' || place, repeat('x', ${bytes}),
      case when place % 2 = 0 then ${mentor._id}::uuid else student_id end, now()
    from doubts, generate_series(entries + 1, ${entries}) as place where id = ${_id}`;
  await sql`update doubts set entries = ${entries}, stage = 'unsatisfied' where id = ${_id}`;
}

const placesOf = (entries: Reply["body"][]): number[] => entries.map(({ place }) => place);

/** Returns the whole numbers from `from` to `to`, both included. */
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

async function withThread(thread: LongThread, fields = {}) {
  const server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await assignment(mentor);
  const raised = await doubt(student, question, fields);
  await lengthen(server, raised, { mentor, ...thread });
  return { server, mentor, student, question, at: `/doubts/${raised._id}`, _id: raised._id };
}

Deno.test("a thread that fits into one read is sent whole", async () => {
  const { server, student, at } = await withThread({ entries: READ.entries + 1 });
  await using _ = server;
  const { body } = await student.get(at);
  equals(placesOf(body.conversation), range(1, READ.entries + 1));
  is("earlier" in body, false);
});

Deno.test("a long thread is sent with its first and newest entries, and the others in pages", async () => {
  const { server, mentor, student, at } = await withThread({ entries: 250 });
  await using _ = server;
  const { body } = await student.get(at);
  equals(placesOf(body.conversation), [1, ...range(151, 250)]);
  equals([body.entries, body.earlier], [250, { count: 149, before: 151 }]);
  const replied = await mentor.put(`${at}/reply`, { reply: "Once more." });
  equals(placesOf(replied.body.conversation), [1, ...range(152, 251)]);
  equals((await student.get(at)).body.conversation, replied.body.conversation);
  const stale = await mentor.put(`${at}/reply`, { reply: "And more.", version: 1 });
  equals([stale.status, stale.body.current.conversation.length], [409, READ.entries + 1]);

  let { earlier } = replied.body;
  const found: number[] = [];
  while (earlier) {
    const page = await student.get(`${at}/entries?before=${earlier.before}&limit=40`);
    is(page.status, 200);
    found.unshift(...placesOf(page.body.entries));
    earlier = page.body.earlier;
  }
  equals(found, range(2, 151));
  const { body: some } = await student.get(`${at}/entries?before=10&limit=3`);
  equals([placesOf(some.entries), some.earlier], [[7, 8, 9], { count: 5, before: 7 }]);
  equals((await student.get(`${at}/entries?before=2`)).body, { entries: [] });
  equals(placesOf((await student.get(`${at}/entries?before=9999`)).body.entries), range(232, 251));
  for (const query of ["?before=", "?before=-1", "?before=x", "?before=1e3"]) {
    const { status, body } = await student.get(`${at}/entries${query}`);
    equals([status, Object.keys(body.errors)], [400, ["before"]], query);
  }
  // The search still covers the whole thread.
  await mentor.put(`${at}/reply`, { reply: "quaternion" });
  await mentor.put(`${at}/reply`, { reply: "x" });
  is((await student.get("/doubts/filter-doubts?text=quaternion")).body.total, 1);
});

Deno.test("people who may not read a thread get no page of it", async () => {
  const { server, mentor, student, at } = await withThread({ entries: 150 }, { private: true });
  await using _ = server;
  const statuses = [];
  for (const me of [mentor, student, await person(server), await person(server, "volunteer")]) {
    statuses.push((await me.get(`${at}/entries?before=20`)).status);
  }
  equals(statuses, [200, 200, 404, 404]);
});

Deno.test("fewer entries are sent at a time when they are long, in every reply with entries", async () => {
  const bytes = 60_000;
  const { server, mentor, student, at } = await withThread({ entries: 90, bytes });
  await using _ = server;
  const most = READ.bytes + 2 * bytes;
  const sizeOf = (body: unknown) => JSON.stringify(body).length;
  const { body } = await student.get(at);
  ok(sizeOf(body) <= most, `${sizeOf(body)}`);
  const places = placesOf(body.conversation);
  equals(places, [1, ...range(body.earlier.before, 90)]);
  const page = (await student.get(`${at}/entries?before=${body.earlier.before}&limit=100`)).body;
  ok(sizeOf(page) <= most, `${sizeOf(page)}`);
  is(placesOf(page.entries).at(-1), body.earlier.before - 1);
  const followed = await student.put(`${at}/followup`, { followup: "Why?" });
  ok(sizeOf(followed.body) <= most);
  const replied = await mentor.put(`${at}/reply`, { reply: "So." });
  ok(sizeOf(replied.body) <= most);
});

Deno.test("a full thread takes no more entries; it can be resolved, and a new doubt raised", async () => {
  const { server, mentor, student, question, at } = await withThread({ entries: ENTRIES_MOST - 1 });
  await using _ = server;
  is((await mentor.put(`${at}/reply`, { reply: "The last." })).status, 200);
  const more = { assignmentId: question, doubtText: "And?" };
  for (
    const { status, body } of [
      await mentor.put(`${at}/reply`, { reply: "One more." }),
      await student.put(`${at}/followup`, { followup: "One more?" }),
      await student.post("/doubts", more),
    ]
  ) {
    equals([status, body.code], [409, "doubt.full"]);
    ok(/resolve it and raise a new doubt/.test(body.msg), body.msg);
  }
  is((await student.get(at)).body.entries, ENTRIES_MOST);
  is((await student.put(`${at}/resolve`)).status, 200);
  is((await student.post("/doubts", more)).status, 201);
});

Deno.test("a long thread that a client keeps up to date by pushes equals a fresh fetch", async () => {
  const { server, mentor, student, at, _id } = await withThread({ entries: 98 });
  await using _ = server;
  const client = webClient(server, mentor, 0);
  try {
    await client.connect();
    await client.fetchAll();
    await client.open(_id);
    for (let more = 0; more < 12; more++) {
      const who = more % 3 === 0 ? mentor : student;
      const path = who === mentor ? "reply" : "followup";
      is((await who.put(`${at}/${path}`, { [path]: `More ${more}` })).status, 200);
    }
    const fresh = await mentor.get(at);
    await client.until(Number(fresh.headers.get("x-seq")));
    const known = client.thread(_id)?.doubt;
    equals(placesOf(known?.conversation ?? []), range(1, 110));
    const shown = new Set(placesOf(fresh.body.conversation));
    const { earlier, ...sent } = asPushed(fresh.body, known as Doubt);
    equals(earlier, { count: 9, before: 11 });
    equals(
      { ...known, conversation: known?.conversation.filter(({ place = 0 }) => shown.has(place)) },
      sent,
    );
    // A client that missed more entries than one read returns begins at the newest ones.
    client.disconnect();
    await lengthen(server, { _id }, { mentor, entries: 400 });
    await client.connect();
    await client.open(_id);
    const after = client.thread(_id)?.doubt;
    equals(placesOf(after?.conversation ?? []), [1, ...range(301, 400)]);
    equals(after?.earlier, { count: 299, before: 301 });
  } finally {
    client.disconnect();
  }
});

const entryAt = (place: number) => ({ _id: `${place}`, place }) as WrittenEntry;
/** Returns the server's answer for a thread of this length. */
const fetched = (count: number, size: number): Entries => {
  const from = Math.max(2, count - size + 1);
  return {
    conversation: [1, ...range(from, count)].map(entryAt),
    ...(from > 2 && { earlier: { count: from - 2, before: from } }),
  };
};
const aStep = fc.record({
  does: fc.constantFrom("push", "lost push", "fetch", "late fetch", "page"),
  by: fc.integer({ min: 1, max: 12 }),
});

Deno.test("the known entries of a thread have no gap, in whatever order replies and pushes arrive", async () => {
  await checkProperty(
    "an open thread has no gap",
    fc.property(fc.array(aStep, { maxLength: 40 }), (steps) => {
      const SIZE = 6;
      let count = 9;
      let known = fetched(count, SIZE);
      for (const { does, by } of steps) {
        if (does === "push") {
          known = { ...known, conversation: insertEntry(known, entryAt(++count)) };
        }
        if (does === "lost push") count += by;
        if (does === "fetch") known = mergeEntries(fetched(count, SIZE), known.conversation);
        if (does === "late fetch") {
          known = mergeEntries(fetched(Math.max(2, count - by), SIZE), known.conversation);
        }
        const { before = 1 } = known.earlier ?? {};
        const page = range(Math.max(2, before - by), before - 1).map(entryAt);
        if (does === "page") known = withEarlier(known, { entries: page });
      }
      known = mergeEntries(fetched(count, SIZE), known.conversation);
      const { before = 2 } = known.earlier ?? {};
      equals(placesOf(known.conversation), [1, ...range(before, count)]);
      is(known.earlier?.count ?? 0, before - 2);
    }),
  );
});

Deno.test("an entry that was taken back meanwhile is not kept from what was known", () => {
  const entries = (...places: number[]) =>
    places.map((place) => ({ _id: String(place), place })) as Entries["conversation"];
  const placesOf = (older: number[], fresher: Entries) =>
    withoutGone(entries(...older), fresher).map(({ place }) => place);
  equals(placesOf([1, 2, 3, 4], { conversation: entries(1, 3) }), [1, 3]);
  const earlier = { count: 7, before: 9 };
  const known = [1, 6, 7, 8, 9, 10, 11];
  equals(placesOf(known, { conversation: entries(1, 9, 11), earlier }), [1, 6, 7, 8, 9, 11]);
});
