/** State of weekly goals, by their owner, and functions for a week's dates. */
import type {
  DailyReport,
  Goal,
  GoalItem,
  MentorWeek,
  RATINGS,
} from "../../server/goals/schema.ts";
import { dayOf } from "../kit/net/class-day.ts";
import { type Freshness, liveQuery, liveRecord } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type Rating = typeof RATINGS[number];

/** One person's goals, newest first. */
export type Goals = readonly Goal[];

export function withGoal(goals: Goals, goal: Goal): Goals {
  const known = goals.find(({ _id }) => _id === goal._id);
  if (known !== undefined && known.version > goal.version) return goals;
  const others = goals.filter((one) => one !== known);
  return [...others, goal].sort((a, b) => a.week < b.week ? 1 : -1);
}

const hasVersion = (goals: Goals, { _id, version }: Goal): boolean =>
  goals.some((one) => one._id === _id && one.version === version);

interface KnownGoals extends Freshness {
  user: string;
  goals: Goals;
}

/** The goals, by the id of the mentor who owns them. */
export const goalsAtom = perUserAtom<Readonly<Record<string, KnownGoals>>>({});

export const goals = liveRecord({
  atom: goalsAtom,
  reduce: {
    // A version that is known may be shown with a change that is still being saved.
    "goal.saved": (known, { seq: _, ...goal }) =>
      goal.user === known.user && !hasVersion(known.goals, goal)
        ? { ...known, goals: withGoal(known.goals, goal) }
        : known,
  },
});

export interface Mentors extends Freshness {
  weeks: readonly MentorWeek[];
}
export const mentorsAtom = perUserAtom<Mentors | null>(null);

export const mentors = liveQuery({
  atom: mentorsAtom,
  stale: ["user.changed", "section.changed", "goal.saved"],
});

// Dates of a week

const DAY = 86_400_000;
const asTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const asDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
/** Returns the day of the week: 0 is Monday. */
const weekday = (day: string): number => (new Date(asTime(day)).getUTCDay() + 6) % 7;

export const mondayOf = (day: string): string => asDay(asTime(day) - weekday(day) * DAY);
export const isSunday = (day: string): boolean => weekday(day) === 6;
export const daysOf = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, after) => asDay(asTime(monday) + after * DAY));

/** Parses the checklist, which is stored as JSON text. */
export function itemsOf({ weeklyTarget }: Pick<Goal, "weeklyTarget">): GoalItem[] {
  try {
    return JSON.parse(weeklyTarget);
  } catch {
    return [];
  }
}

export const reportOf = ({ dailyReports }: Goal, day: string): DailyReport | undefined =>
  dailyReports.find(({ date }) => dayOf(date) === day);

export function keptOf(goal: Goal): { kept: number; of: number } {
  const items = itemsOf(goal);
  return { kept: items.filter(({ completed }) => completed).length, of: items.length };
}
