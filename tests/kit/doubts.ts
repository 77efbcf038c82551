/**
 * Raises doubts, reads lists of them by names that the test gave them, and compares each doubt's row
 * with its thread.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { stageAfter } from "../../server/doubts/policy.ts";
import type { EntryType } from "../../server/doubts/schema.ts";
import { assignment, doubt } from "./assignments.ts";
import { type Caller, person, type Reply, type School, type TestPerson } from "./people.ts";
import type { TestServer } from "./server.ts";

/** A mentor, and two students with a doubt each on the same question. */
export async function duplicates(server: School) {
  const [mentor, first, second] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: question } = await assignment(mentor, { title: "Queues" });
  const [kept, merged] = [await doubt(first, question), await doubt(second, question)];
  const merge = () => mentor.put(`/doubts/${merged._id}/merge`, { into: kept._id });
  const takeBack = () => mentor.delete(`/doubts/${merged._id}/merge`);
  return { mentor, first, second, kept, merged, merge, takeBack };
}

export async function listed(who: Caller, filter: Record<string, string> = {}) {
  const { status, body } = await who.get(`/doubts/filter-doubts?${new URLSearchParams(filter)}`);
  is(status, 200, JSON.stringify(body));
  return body as { doubts: Reply["body"][]; total: number };
}

/** Returns the names of the doubts that a filter finds, in order. */
export async function found(
  who: Caller,
  names: Map<string, string>,
  filter: Record<string, string>,
) {
  const { doubts, total } = await listed(who, filter);
  is(total, doubts.length);
  return doubts.map(({ _id }) => names.get(_id));
}

type Spec = { title?: string; tag?: "hw" | "cw" | "practice"; difficulty?: string; text?: string };

/** Raises doubts by this student in this order, each on a question of its own. */
export async function doubtsOf(
  { mentor, student }: { mentor: TestPerson; student: TestPerson },
  specs: Record<string, Spec>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (
    const [name, { title = name, tag = "hw", difficulty = "easy", text }] of Object.entries(specs)
  ) {
    const question = await assignment(mentor, { title, difficulty }, tag);
    const { _id } = await doubt(student, question._id, text ? { doubtText: text } : {});
    names.set(_id, name);
  }
  return names;
}

export const idOf = (names: Map<string, string>, name: string) =>
  [...names].find(([, one]) => one === name)?.[0] ?? "";

/**
 * Checks that every doubt's row equals what its entries imply, and that the entries are numbered
 * without a gap.
 */
export async function checkDoubtRows({ parts }: School): Promise<void> {
  const { sql } = parts.database;
  const rows = await sql`
    select id, stage, entries, words::text, doubt_text,
      extract(epoch from active_at) as active_at, extract(epoch from waiting_since) as waiting_since,
      extract(epoch from resolved_at) as resolved_at, answered_by_id, mentor_first,
      extract(epoch from merged_at) as merged_at,
      exists (select 1 from doubts as other where other.merged_into_id = doubts.id) as has_merged
    from doubts`;
  ok(rows.length > 0);
  for (const row of rows) {
    const thread = await sql<
      { place: number; type: EntryType; message: string; at: string; sender_id: string }[]
    >`select place, type, message, extract(epoch from created_at) as at, sender_id
      from doubt_entries where doubt_id = ${row.id} order by place`;
    equals(thread.map(({ place }) => place), thread.map((_, at) => at + 1));
    equals(thread[0]?.type, row.mentor_first ? "reply" : "doubt");
    ok(thread.slice(1).every(({ type }) => type !== "doubt"));
    let stage: ReturnType<typeof stageAfter> = "new";
    let waitingSince: string | null = null;
    for (const { type, at } of thread) {
      ok(stage !== "resolved", "nothing follows on the resolving");
      if (type !== "doubt") stage = stageAfter(stage, type);
      const isWaiting = stage === "new" || stage === "unsatisfied";
      waitingSince = isWaiting ? waitingSince ?? at : null;
    }
    // A merged doubt is over, and the other one may take over its longer wait.
    const mergedAt = row.merged_at as string | null;
    if (mergedAt !== null) [stage, waitingSince] = ["resolved", null];
    const since = row.waiting_since as string | null;
    if (row.has_merged && since && waitingSince && Number(since) < Number(waitingSince)) {
      waitingSince = since;
    }
    const last = thread.at(-1);
    const [whole] = await sql<{ words: string }[]>`
      with recursive part as (
        select 0 as place, ''::tsvector as words
        union all
        select e.place, part.words || to_tsvector('class_english', translate(e.message, '<>./&', '     '))
        from part join doubt_entries as e on e.doubt_id = ${row.id} and e.place = part.place + 1
      ) select words::text from part order by place desc limit 1`;
    equals(
      {
        stage: row.stage,
        entries: row.entries,
        activeAt: row.active_at,
        waitingSince: row.waiting_since,
        resolvedAt: row.resolved_at,
        answeredBy: row.answered_by_id,
        text: row.doubt_text,
        words: row.words,
      },
      {
        stage,
        entries: thread.length,
        activeAt: last?.at,
        waitingSince,
        resolvedAt: mergedAt ?? (stage === "resolved" ? last?.at : null),
        answeredBy: thread.findLast(({ type }) => type === "reply")?.sender_id ?? null,
        // The text of a thread that a mentor began says how the program failed.
        text: row.mentor_first ? row.doubt_text : thread[0]?.message,
        words: whole?.words,
      },
    );
  }
}

/** Inserts many doubts with long texts into the database. */
export async function manyDoubts(server: TestServer, count: number): Promise<void> {
  const [student, mentor] = [await person(server), await person(server, "mentor")];
  const { _id } = await assignment(mentor);
  const { sql } = server.parts.database;
  // Small statements, so that a slow machine finishes each before its timeout.
  for (let from = 1; from <= count; from += 500) {
    await sql`
      insert into doubts (id, assignment_id, student_id, doubt_text, stage, active_at, entries, words,
        created_at, resolved_at)
      select gen_random_uuid(), ${_id}, ${student._id}, repeat('why ', 2500), 'resolved',
        now() - n * interval '1 second', 1, to_tsvector('class_english', 'pointers'), now(), now()
      from generate_series(${from}::int, ${Math.min(count, from + 499)}::int) as n`;
  }
}
