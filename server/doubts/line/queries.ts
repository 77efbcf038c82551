/**
 * The line of waiting doubts: the longest wait comes first. When a place becomes free, a doubt that
 * more learners have may take it, past one doubt for each of them.
 *
 * A place never moves back because of a newer doubt. It does not move forward at once when more
 * learners have the doubt, too. When a doubt leaves, either all behind it move up, or one of them
 * takes the free place and those between keep their places.
 *
 * No doubt waits for ever. A doubt rises once in a wait, and a place is taken once: the doubt at place
 * `n` is passed at most `n - 1` times.
 */
import { sql } from "drizzle-orm";
import { later } from "../../kit/core/clock.ts";
import type { Reader } from "../../kit/db/database.ts";
import { limitTo } from "../../kit/db/search.ts";
import type { Act } from "../../live/outbox.ts";
import { readersOf, type StaffHere } from "../../live/topics/reading.ts";
import { announceChanged, LONGEST_WAITING_FIRST } from "../queries.ts";
import { ANSWERS_LEAST, type LinePart, PASSED_MOST, QUEUE_CEILING } from "../schema.ts";

/** A doubt that leaves the line, as it stood in it. */
export type Leaving = { _id: string; waitingSince: string | null; risenTo: string | null };

/** Gives the place of a doubt that leaves the line to one that more learners have, if there is any. */
export async function freePlace(act: Act, left: Leaving): Promise<void> {
  const risen = await takePlace(act.db, left);
  if (risen !== undefined) await announceChanged(act, risen);
}

/**
 * Lets a doubt behind take the place of one that leaves. Doubts that another transaction is
 * changing are left alone, so that nobody waits for it.
 * @returns the id of the doubt that has risen
 */
async function takePlace(
  db: Reader,
  { _id, waitingSince: place, risenTo }: Leaving,
): Promise<string | undefined> {
  if (place === null || risenTo !== null) return undefined;
  const order = sql.raw("place_since, waiting_since, active_at desc, id desc");
  const [risen] = await db.execute<{ id: string }>(sql`
    with behind as (
      select id, sharers, risen_to, row_number() over line - 1 as passed,
        max(sharers) over (line rows between unbounded preceding and 1 preceding) as most_passed
      from (
        select id, sharers, risen_to, place_since, waiting_since, active_at
        from doubts where place_since > ${place} and id <> ${_id}
        order by ${order} ${limitTo(PASSED_MOST + 1)}
      ) as next window line as (order by ${order})
    ), chosen as (
      select d.id from doubts as d join behind on behind.id = d.id
      where passed between 1 and d.sharers and d.sharers > most_passed
        and d.risen_to is null and d.waiting_since > ${place}
      order by d.sharers desc, passed limit 1 for update of d skip locked
    )
    update doubts set risen_to = ${place} from chosen where doubts.id = chosen.id
    returning doubts.id`);
  return risen?.id;
}

/** The line of waiting doubts: the places of these students' doubts, and how long a wait is. */
export async function waitingLine(
  db: Reader,
  { studentIds, now }: { studentIds: readonly string[]; now: string },
): Promise<
  { places: { doubtId: string; studentId: string; place: number }[]; usually: number | null }
> {
  const line = sql`
    select id as "doubtId", student_id as "studentId", place from (
      select id, student_id, row_number() over (order by ${LONGEST_WAITING_FIRST})::int as place
      from doubts as d where place_since is not null
      order by ${LONGEST_WAITING_FIRST} ${limitTo(QUEUE_CEILING)}
    ) as line where student_id = any(${sql.param([...studentIds])}::uuid[])`;
  const answers = sql`
    select count(*)::int as answers,
      percentile_cont(0.5) within group (order by extract(epoch from created_at - waited_since))
        as seconds
    from doubt_entries where waited_since is not null and created_at > ${later(now, -60)}`;
  const [places, [usual]] = await Promise.all([
    db.execute(line),
    db.execute(answers),
  ]) as unknown as [
    { doubtId: string; studentId: string; place: number }[],
    { answers: number; seconds: number }[],
  ];
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
