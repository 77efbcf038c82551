/** How long learners waited for answers, from indexes over the last weeks. */
import { asc, eq, isNotNull, sql } from "drizzle-orm";
import { assignments, responses } from "../../assignments/tables.ts";
import { doubts } from "../../doubts/tables.ts";
import { startOfWeek } from "../../kit/core/clock.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Ask } from "../../kit/http/guard.ts";
import { people } from "../../people/tables.ts";
import { ANSWER_WEEKS, type AnswerTime, type AnswerTimes, WAITING_MOST } from "../schema.ts";

export async function answerTimes(ask: Ask): Promise<AnswerTimes> {
  const { db } = ask;
  const [times, waitingDoubts, waitingReviews] = await Promise.all([
    timesOf(ask),
    longestDoubts(db),
    longestReviews(db),
  ]);
  return { times, waiting: { doubts: waitingDoubts, reviews: waitingReviews } };
}

/** An answer's wait is kept beside it, as `waited_since`. */
async function timesOf({ db, now, zone }: Ask): Promise<AnswerTime[]> {
  const since = startOfWeek(now, zone, ANSWER_WEEKS - 1);
  const rows = await db.execute<AnswerTime>(sql`
    with answers as (
      select 'doubt' as kind, sender_id as by, created_at as at, waited_since
      from doubt_entries where waited_since is not null and created_at >= ${since}
      union all
      select 'review', reviewer_id, created_at, waited_since
      from reviews where waited_since is not null and created_at >= ${since}
    ), waits as (
      select kind, by, date_trunc('week', at at time zone ${zone})::date::text as week,
        extract(epoch from at - waited_since)::float / 60 as minutes
      from answers
    ), times as (
      select kind, week, by, count(*)::int as count,
        percentile_cont(0.5) within group (order by minutes) as median,
        percentile_cont(0.9) within group (order by minutes) as most
      from waits
      group by grouping sets ((kind), (kind, week), (kind, by), (kind, week, by))
    )
    select kind, week, case when p.id is not null then
        json_build_object('_id', p.id, 'name', p.name, 'role', p.role) end as by,
      count, median, most
    from times left join people as p on p.id = times.by
    order by kind, week nulls first, times.by nulls first`);
  return [...rows];
}

const item = {
  assignment: { _id: assignments.id, title: assignments.title },
  student: { _id: people.id, name: people.name },
};

async function longestDoubts(db: Reader) {
  const rows = await db.select({ _id: doubts.id, ...item, since: doubts.waitingSince })
    .from(doubts).innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
    .innerJoin(people, eq(people.id, doubts.studentId))
    .where(isNotNull(doubts.turn)).orderBy(asc(doubts.waitingSince)).limit(WAITING_MOST);
  return rows.map(({ since, ...row }) => ({ ...row, since: since ?? "" }));
}

/** A response that waits, or was answered, as a doubt is named among the doubts only. */
async function longestReviews(db: Reader) {
  return await db.select({ ...item, since: responses.waitingSince })
    .from(responses).innerJoin(assignments, eq(assignments.id, responses.assignmentId))
    .innerJoin(people, eq(people.id, responses.studentId))
    // Written as the condition of the index `responses_line` is.
    .where(sql`${responses.reviewStatus} = 'pending' and not ${responses.asDoubt}
      and ${responses.termId} is null`)
    .orderBy(asc(responses.waitingSince)).limit(WAITING_MOST);
}
