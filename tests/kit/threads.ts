/** Threads of the greatest expected length, inserted by SQL. */
import type { Reply, School, TestPerson } from "./people.ts";

export type LongThread = { entries: number; bytes?: number };

/** Extends a doubt's thread to this number of entries, each with this many bytes of HTML. */
export async function lengthen(
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

export const placesOf = (entries: Reply["body"][]): number[] => entries.map(({ place }) => place);

/** Returns the whole numbers from `from` to `to`, both included. */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
