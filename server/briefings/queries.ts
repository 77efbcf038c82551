/** Reading briefings: public, newest first; days and months are the class's. */
import { and, desc, eq, gte, lte } from "drizzle-orm";
import { dayOf } from "../kit/clock.ts";
import type { Reader } from "../kit/database.ts";
import type { Ask, Me } from "../kit/guard.ts";
import { span } from "../kit/schema.ts";
import { people } from "../people/tables.ts";
import type { Briefing, RecentQuery } from "./schema.ts";
import { briefings } from "./tables.ts";

type Anybody = Pick<Ask<Me | null>, "db" | "now" | "zone">;

export const selectBriefings = (db: Reader) =>
  db.select({
    _id: briefings.id,
    day: briefings.day,
    classSummary: briefings.classSummary,
    classQuestions: briefings.classQuestions,
    homeworkQuestions: briefings.homeworkQuestions,
    html: briefings.html,
    createdBy: { name: people.name, role: people.role },
    createdAt: briefings.createdAt,
    updatedAt: briefings.updatedAt,
    version: briefings.version,
  }).from(briefings).innerJoin(people, eq(people.id, briefings.createdById));

/** Today's, if it is written. */
export async function currentBriefing({ db, now, zone }: Anybody): Promise<Briefing | null> {
  const [today] = await selectBriefings(db).where(eq(briefings.day, dayOf(now, zone)));
  return today ?? null;
}

export async function recentBriefings({ db }: Anybody, paging: RecentQuery): Promise<Briefing[]> {
  const { offset, limit } = span(paging);
  return await selectBriefings(db).orderBy(desc(briefings.day)).offset(offset).limit(limit);
}

/** @param month YYYY-MM, or the present one */
export async function briefingsOfMonth(
  { db, now, zone }: Anybody,
  month = dayOf(now, zone).slice(0, 7),
): Promise<Briefing[]> {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return await selectBriefings(db)
    .where(and(gte(briefings.day, `${month}-01`), lte(briefings.day, `${month}-${daysInMonth}`)))
    .orderBy(desc(briefings.day));
}
