/** The line of waiting doubts: the longest wait comes first. */
import { inArray, isNotNull, sql } from "drizzle-orm";
import { later } from "../../kit/core/clock.ts";
import type { Reader } from "../../kit/db/database.ts";
import { readersOf, type StaffHere } from "../../live/topics/readers.ts";
import { LONGEST_WAITING_FIRST } from "../queries.ts";
import { ANSWERS_LEAST, type LinePart, QUEUE_CEILING } from "../schema.ts";
import { doubts } from "../tables.ts";

/** The line of waiting doubts: the places of these students' doubts, and how long a wait is. */
export async function waitingLine(
  db: Reader,
  { studentIds, now }: { studentIds: readonly string[]; now: string },
): Promise<
  { places: { doubtId: string; studentId: string; place: number }[]; usually: number | null }
> {
  const order = sql.join(LONGEST_WAITING_FIRST, sql`, `);
  const line = db.select({
    doubtId: doubts.id,
    studentId: doubts.studentId,
    place: sql<number>`row_number() over (order by ${order})::int`.as("place"),
  }).from(doubts).where(isNotNull(doubts.turn)).orderBy(order).limit(QUEUE_CEILING)
    .as("line");
  const answers = sql`
    select count(*)::int as answers,
      percentile_cont(0.5) within group (order by extract(epoch from created_at - waited_since))
        as seconds
    from doubt_entries where waited_since is not null and created_at > ${later(now, -60)}`;
  const [places, [usual]] = await Promise.all([
    db.select().from(line).where(inArray(line.studentId, [...studentIds])),
    db.execute<{ answers: number; seconds: number }>(answers),
  ]);
  const isKnown = usual !== undefined && usual.answers >= ANSWERS_LEAST;
  return { places, usually: isKnown ? Math.max(1, Math.round(usual.seconds / 60)) : null };
}

/** Returns for each of these students their places in the line, and who is at work. */
export async function lineParts(
  db: Reader,
  { ids, staff, now }: {
    ids: readonly string[];
    staff: readonly StaffHere[];
    now: string;
  },
): Promise<Map<string, LinePart>> {
  const { places, usually } = await waitingLine(db, { studentIds: ids, now });
  const mentors = new Set(staff.map(({ person }) => person._id)).size;
  const readers = new Map(readersOf(staff).toReversed().map((one) => [one.item, one]));
  const parts = new Map(
    ids.map((id): [string, LinePart] => [id, { doubts: [], mentors, usually }]),
  );
  for (const { doubtId, studentId, place } of places) {
    const reader = readers.get(`doubt:${doubtId}`);
    parts.get(studentId)?.doubts.push({
      doubtId,
      place,
      reader: reader ? { name: reader.by.name, isWriting: reader.isWriting } : null,
    });
  }
  return parts;
}
