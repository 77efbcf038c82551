/** Weekly goals: the checklist, the daily reports, the Sunday summary, and their event. */
import * as z from "zod";
import {
  id,
  isStorable,
  someone,
  text,
  time,
  UNSTORABLE,
  UP_TO_NANOSECONDS,
  version,
} from "../kit/core/schema.ts";
import { audience } from "../sections/schema.ts";

export const RATINGS = ["Satisfied", "Less Satisfied", "Overly Satisfied"] as const;
export const WEEKS_MOST = 104;

export const REPORT_EXISTS = "Today's update already exists. Please edit your existing update.";
export const NOT_SUNDAY = "Weekly summary can only be added on Sunday.";

const reason = z.string().trim().max(2000, "The reason must be at most 2000 characters.")
  .refine(isStorable, UNSTORABLE).default("");

export const goalItem = z.strictObject({
  text: text("A goal's text", 500),
  completed: z.boolean().default(false),
  justification: reason,
});
export type GoalItem = z.infer<typeof goalItem>;

const items = z.array(goalItem).min(1, "Please add at least one goal.").max(
  50,
  "At most 50 goals a week.",
);

/** The checklist as JSON text, in and out. */
export const weeklyTarget = z.string("The weekly target must be JSON text.").max(
  100_000,
  "The weekly target is too long.",
).transform((value, check): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    check.addIssue({ code: "custom", message: "The weekly target must be JSON text." });
    return z.NEVER;
  }
}).pipe(items).transform((list) => JSON.stringify(list))
  .meta({ contentMediaType: "application/json" });

const summary = z.string().trim().max(10_000, "The summary must be at most 10000 characters.");

export const summaryForm = z.object({ weeklyJustification: text("Weekly summary") });

const reportDate = z.union(
  [z.iso.datetime({ offset: true }).regex(UP_TO_NANOSECONDS), z.iso.date()],
  "This is not a date.",
);

/** A report from a client. One without a date is new and gets the time of the request. */
export const reportInput = z.strictObject({
  date: reportDate.optional(),
  update: text("Daily update"),
  isCompleted: z.boolean().default(false),
  justification: reason,
  rating: z.enum(RATINGS).default("Satisfied"),
});
export type ReportInput = z.infer<typeof reportInput>;

export const byUser = z.object({ userId: id });

export const goalInput = z.strictObject({
  user: id,
  weeklyTarget,
  weeklyJustification: summary.default(""),
});
export type GoalInput = z.infer<typeof goalInput>;

export const goalChange = z.strictObject({
  weeklyTarget: weeklyTarget.optional(),
  weeklyJustification: summary.optional(),
  dailyReports: z.array(reportInput).max(14, "A week has seven days.").optional(),
  version: version.optional(),
});
export type GoalChange = z.infer<typeof goalChange>;

export const dailyReport = z.object({
  date: z.string(),
  update: z.string(),
  isCompleted: z.boolean(),
  justification: z.string(),
  rating: z.enum(RATINGS),
});
export type DailyReport = z.infer<typeof dailyReport>;

export const goal = z.object({
  _id: id,
  /** The mentor's id. */
  user: id,
  /** The Monday of its week, as YYYY-MM-DD. */
  week: z.string(),
  weeklyTarget: z.string(),
  weeklyJustification: z.string(),
  dailyReports: z.array(dailyReport),
  createdAt: time,
  updatedAt: time,
  version,
});
export type Goal = z.infer<typeof goal>;

export const MENTORS_MOST = 500;

export const mentorWeek = z.object({
  /** With the ids of their sections, if there are any. */
  mentor: someone.extend({ sections: audience }),
  goal: goal.nullable(),
});
export type MentorWeek = z.infer<typeof mentorWeek>;

export const goalEvents = { "goal.saved": goal };
