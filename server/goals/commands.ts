/** Commands for a mentor's weekly goal: its checklist, daily reports and Sunday summary. */
import { and, eq, sql } from "drizzle-orm";
import { dayOf, isSunday } from "../kit/core/clock.ts";
import { conflict, forbidden, notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { can } from "./policy.ts";
import { goalView, thisWeek } from "./queries.ts";
import {
  type DailyReport,
  type Goal,
  type GoalChange,
  type GoalInput,
  NOT_SUNDAY,
  REPORT_EXISTS,
  type ReportInput,
} from "./schema.ts";
import { goals } from "./tables.ts";

export async function create(act: Act, { user, ...input }: GoalInput): Promise<Goal> {
  const { db, me, now } = act;
  if (user !== me._id) throw forbidden("You may set only your own goal.");
  if (input.weeklyJustification !== "") refuseWeekdays(act);
  const mine = { userId: me._id, week: thisWeek(act) };
  const [row] = await db.insert(goals)
    .values({ id: newId(), ...mine, ...input, createdAt: now, updatedAt: now })
    .onConflictDoNothing().returning();
  if (row) return announceGoal(act, row);
  const [there] = await db.select().from(goals)
    .where(and(eq(goals.userId, mine.userId), eq(goals.week, mine.week)));
  throw conflict("goal.exists", "You have set this week's goal already.", {
    current: there && goalView(there),
  });
}

/** Changes the given fields of a goal. Only the goal of this week can be changed. */
export async function edit(
  act: Act,
  id: string,
  { version, ...wanted }: GoalChange,
): Promise<Goal> {
  const { db, me, now } = act;
  const [row] = await db.select().from(goals).where(eq(goals.id, id)).for("update");
  const before = row && goalView(row);
  if (!before || !can.edit(me, before)) throw notFound("This goal");
  if (version !== undefined && version !== before.version) throw stale(before);
  if (before.week !== thisWeek(act)) {
    throw conflict("goal.closed", "That week is over: its goal can only be read.");
  }
  const { weeklyTarget, weeklyJustification, dailyReports } = wanted;
  const hasNewSummary = weeklyJustification !== undefined &&
    weeklyJustification !== before.weeklyJustification;
  if (hasNewSummary) refuseWeekdays(act);
  const [after] = await db.update(goals).set({
    ...(weeklyTarget !== undefined && { weeklyTarget }),
    ...(hasNewSummary && { weeklyJustification }),
    ...(dailyReports && { dailyReports: mergeReports(act, before.dailyReports, dailyReports) }),
    updatedAt: now,
    version: sql`version + 1`,
  }).where(eq(goals.id, id)).returning();
  if (!after) throw notFound("This goal");
  return announceGoal(act, after);
}

/**
 * Returns the stored reports with today's report added or replaced. A report is identified by its
 * date: a report with the stored date of today's report replaces it; any other report of today is
 * refused as a second one. Reports of earlier days may be sent unchanged or left out; they are
 * never changed or deleted.
 */
function mergeReports(act: Act, stored: DailyReport[], sent: ReportInput[]): DailyReport[] {
  const { now, zone } = act;
  const day = (date: string) => /^\d{4}-\d\d-\d\d$/.test(date) ? date : dayOf(date, zone);
  const today = dayOf(now, zone);
  const todays = stored.find(({ date }) => day(date) === today);
  let result: DailyReport | undefined;
  for (const { date, ...report } of sent) {
    const known = stored.find((one) => one.date === date);
    if (known && known !== todays) {
      if (!isSame(known, { ...report, date: known.date })) throw notToday();
      continue;
    }
    if (!known) {
      if (date !== undefined && day(date) !== today) throw notToday();
      if (todays) throw conflict("report.exists", REPORT_EXISTS);
    }
    if (result) throw conflict("report.exists", REPORT_EXISTS);
    result = { date: date ?? now, ...report };
  }
  if (!result) return stored;
  return [...stored.filter((one) => one !== todays), result];
}

const notToday = () => conflict("report.closed", "Only today's update can be added or edited.");

const isSame = (a: DailyReport, b: DailyReport): boolean =>
  a.update === b.update && a.isCompleted === b.isCompleted && a.rating === b.rating &&
  a.justification === b.justification;

function refuseWeekdays({ now, zone }: Act): void {
  if (!isSunday(now, zone)) throw conflict("goal.not-sunday", NOT_SUNDAY);
}

function announceGoal(act: Act, row: typeof goals.$inferSelect): Goal {
  const goal = goalView(row);
  announce(act, "goal.saved", [userRoom(goal.user), "admins"], goal);
  return goal;
}
