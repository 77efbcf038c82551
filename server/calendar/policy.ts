/**
 * The events of a feed, made of stored rows: pure functions.
 *
 * SEQUENCE is the number of changes of the row, `version - 1`. Every change of what an event shows
 * raises the row's version, so SEQUENCE rises with it. It may also rise when nothing shown changed.
 */
import { assignmentTagOf, type DistributionTag } from "../assignments/schema.ts";
import { type Actor, isStaff } from "../kit/core/roles.ts";
import type { CalendarEvent } from "../kit/content/icalendar.ts";
import { CALENDAR_MOST } from "./schema.ts";

export const can = {
  /** Mentors have weekly goals. */
  haveGoals: (me: Actor): boolean => me.role === "mentor",
};

type Row = { id: string; version: number };
export type Deadline = Row & {
  title: string;
  distributionTag: DistributionTag;
  dueAt: string;
  updatedAt: string;
};
export type GoalWeek = Row & { week: string; all: number; done: number; updatedAt: string };
export type Session = Row & { startedAt: string; endsAt: string; endedAt: string | null };

const DUE = {
  HW: "Homework due",
  CW: "Classwork due",
  practice: "Practice due",
  personal: "Personal assignment due",
};

const common = (kind: string, { id, version }: Row) => ({
  uid: `${kind}-${id}@doubtless`,
  sequence: version - 1,
});

/** @param origin the beginning of the links to the screens */
export function deadlineEvent(deadline: Deadline, origin: string): CalendarEvent {
  const { id, title, distributionTag, dueAt, updatedAt } = deadline;
  const tag = assignmentTagOf(distributionTag);
  return {
    ...common("assignment", deadline),
    start: { at: dueAt },
    summary: `${tag === null ? "Due" : DUE[tag]}: ${title}`,
    url: `${origin}/assignments/${id}`,
    changedAt: updatedAt,
  };
}

/** The last day of the week, a Sunday. */
export function goalEvent(goal: GoalWeek, origin: string): CalendarEvent {
  const { week, all, done, updatedAt } = goal;
  return {
    ...common("goal", goal),
    start: { day: Temporal.PlainDate.from(week).add({ days: 6 }).toString() },
    summary: `Weekly goals: ${done} of ${all} done`,
    url: `${origin}/progress`,
    changedAt: updatedAt,
  };
}

/** What it shows changes only when the session ends. */
export function sessionEvent(session: Session, me: Actor, origin: string): CalendarEvent {
  const { startedAt, endsAt, endedAt } = session;
  return {
    ...common("session", session),
    start: { at: startedAt },
    endsAt: endedAt ?? endsAt,
    summary: "Class session",
    url: `${origin}${isStaff(me) ? "/mentor/class" : "/dashboard"}`,
    changedAt: endedAt ?? startedAt,
  };
}

const startOf = ({ start }: CalendarEvent): string => "at" in start ? start.at : start.day;

/** Returns the latest events, oldest first. */
export const latest = (events: readonly CalendarEvent[]): CalendarEvent[] =>
  events.toSorted((one, other) =>
    startOf(one) < startOf(other)
      ? -1
      : startOf(one) > startOf(other)
      ? 1
      : one.uid < other.uid
      ? -1
      : 1
  ).slice(-CALENDAR_MOST);
