/** Reads weekly goals, and converts rows to views. */
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { dayOf, startOfWeek } from "../kit/core/clock.ts";
import { forbidden } from "../kit/core/errors.ts";
import type { Ask } from "../kit/http/guard.ts";
import { can } from "./policy.ts";
import { people } from "../people/tables.ts";
import { SECTIONS_OF_PERSON } from "../sections/queries.ts";
import { type Goal, MENTORS_MOST, type MentorWeek, WEEKS_MOST } from "./schema.ts";
import { goals } from "./tables.ts";

/** A mentor's goals, newest first: this week's is the first one, if it exists. */
export async function goalsOf({ db, me }: Ask, userId: string): Promise<Goal[]> {
  if (!can.read(me, { user: userId })) throw forbidden("You may read only your own goals.");
  const rows = await db.select().from(goals).where(
    and(eq(goals.userId, userId), isNull(goals.termId)),
  )
    .orderBy(desc(goals.week)).limit(WEEKS_MOST);
  return rows.map(goalView);
}

/** The Monday of this week. */
export const thisWeek = ({ now, zone }: Pick<Ask, "now" | "zone">): string =>
  dayOf(startOfWeek(now, zone), zone);

/** All mentors by name, each with the goal of this week. For admins. */
export async function mentorsWeek({ db, ...at }: Ask): Promise<MentorWeek[]> {
  const rows = await db
    .select({
      mentor: { _id: people.id, name: people.name, role: people.role },
      sections: SECTIONS_OF_PERSON,
      goal: goals,
    })
    .from(people)
    .leftJoin(goals, and(eq(goals.userId, people.id), eq(goals.week, thisWeek(at))))
    .where(
      and(isNull(people.deletedAt), isNotNull(people.verifiedAt), eq(people.role, "mentor")),
    )
    .orderBy(sql`lower(${people.name})`, people.id).limit(MENTORS_MOST);
  return rows.map(({ mentor, sections, goal }) => ({
    mentor: { ...mentor, ...(sections.length > 0 && { sections }) },
    goal: goal && goalView(goal),
  }));
}

export function goalView({ id, userId, termId: _, ...row }: typeof goals.$inferSelect): Goal {
  return { _id: id, user: userId, ...row };
}
