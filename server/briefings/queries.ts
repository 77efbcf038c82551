/** Briefings, newest first; and the prepared ones. Days and months are in the class's zone. */
import { and, asc, desc, eq, gte, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import { dayOf } from "../kit/core/clock.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { span } from "../kit/core/schema.ts";
import { people } from "../people/tables.ts";
import { isStaff } from "../kit/core/roles.ts";
import { nameOfTerm } from "../terms/tables.ts";
import type { Briefing, PreparedBriefing, RecentQuery } from "./schema.ts";
import { briefings } from "./tables.ts";

type Anybody = Pick<Ask<Me | null>, "db" | "now" | "zone">;

const columns = {
  _id: briefings.id,
  ...pick(briefings, "day", "classSummary", "classQuestions", "homeworkQuestions", "html"),
  createdBy: { name: people.name, role: people.role },
  term: nameOfTerm(briefings.termId),
  ...pick(briefings, "createdAt", "updatedAt", "version"),
};

const selectPublic = (db: Reader, which?: SQL) =>
  db.select(columns).from(briefings).innerJoin(people, eq(people.id, briefings.createdById))
    .where(and(isNull(briefings.appearsAt), which));

export const selectAll = (db: Reader) =>
  db.select({ ...columns, appearsAt: briefings.appearsAt, authorId: briefings.createdById })
    .from(briefings).innerJoin(people, eq(people.id, briefings.createdById));

export type AnyBriefing = Awaited<ReturnType<typeof selectAll>>[number];

export const toReply = ({ appearsAt, authorId: _, ...row }: AnyBriefing): Briefing => ({
  ...row,
  ...(appearsAt && { appearsAt }),
});

/** Returns today's briefing, or null. */
export async function currentBriefing({ db, now, zone }: Anybody): Promise<Briefing | null> {
  const [today] = await selectPublic(db, eq(briefings.day, dayOf(now, zone)));
  return today ?? null;
}

export async function recentBriefings({ db }: Anybody, paging: RecentQuery): Promise<Briefing[]> {
  const { offset, limit } = span(paging);
  return await selectPublic(db, isNull(briefings.termId)).orderBy(desc(briefings.day)).offset(
    offset,
  ).limit(limit);
}

/** @param month YYYY-MM; the current month when left out */
export async function briefingsOfMonth(
  { db, now, zone }: Anybody,
  month = dayOf(now, zone).slice(0, 7),
): Promise<Briefing[]> {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  const within = and(
    gte(briefings.day, `${month}-01`),
    lte(briefings.day, `${month}-${daysInMonth}`),
  );
  return await selectPublic(db, within).orderBy(desc(briefings.day));
}

/** The prepared briefings, next first: for staff all, for another author their own. One a day. */
export async function scheduledBriefings({ db, me }: Ask): Promise<PreparedBriefing[]> {
  const own = isStaff(me) ? undefined : eq(briefings.createdById, me._id);
  const rows = await selectAll(db).where(and(isNotNull(briefings.appearsAt), own))
    .orderBy(asc(briefings.appearsAt), asc(briefings.id));
  return rows.flatMap(({ appearsAt, authorId: _, ...row }) =>
    appearsAt === null ? [] : [{ ...row, appearsAt }]
  );
}
