/** What is known of weekly goals, by whose they are; and what a week's dates mean. */
import { atom } from "jotai/vanilla";
import type { DailyReport, Goal, GoalItem, RATINGS } from "../../server/goals/schema.ts";
import type { Pushes } from "../../server/live/events.ts";
import type { Recipient } from "../../server/people/schema.ts";
import { dayOf } from "../kit/day.ts";
import { personal } from "../kit/session.ts";

export type Rating = typeof RATINGS[number];

/** Somebody's goals, newest first. */
export type Goals = readonly Goal[];

export function keepGoal(goals: Goals, goal: Goal): Goals {
  const known = goals.find(({ _id }) => _id === goal._id);
  if (known !== undefined && known.version > goal.version) return goals;
  const others = goals.filter((one) => one !== known);
  return [...others, goal].sort((a, b) => a.week < b.week ? 1 : -1);
}

export const goalsAtom = personal<Readonly<Record<string, Goals>>>({});

export const keepGoalPush = atom(null, (_get, set, data: Pushes["goal.saved"]) => {
  const { seq: _, ...goal } = data;
  set(goalsAtom, (all) => {
    const goals = all[goal.user];
    return goals === undefined ? all : { ...all, [goal.user]: keepGoal(goals, goal) };
  });
});

/** The mentors whose goals an admin reads; the list stops being true at `movedAt`. */
export interface Mentors {
  people: readonly Recipient[];
  seq: number;
  movedAt: number;
}
export const mentorsAtom = personal<Mentors | null>(null);

export const keepMentorsMoved = atom(null, (_get, set, seq: number) => {
  set(mentorsAtom, (known) => known && { ...known, movedAt: seq });
});

// A week

const DAY = 86_400_000;
const asTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const asDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
/** 0 on a Monday. */
const weekday = (day: string): number => (new Date(asTime(day)).getUTCDay() + 6) % 7;

export const mondayOf = (day: string): string => asDay(asTime(day) - weekday(day) * DAY);
export const isSunday = (day: string): boolean => weekday(day) === 6;
/** The seven days of the week that starts on this Monday. */
export const daysOf = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, after) => asDay(asTime(monday) + after * DAY));

/** The checklist, as it is kept in JSON text. */
export function itemsOf({ weeklyTarget }: Pick<Goal, "weeklyTarget">): GoalItem[] {
  try {
    return JSON.parse(weeklyTarget);
  } catch {
    return [];
  }
}

export const reportOf = ({ dailyReports }: Goal, day: string): DailyReport | undefined =>
  dailyReports.find(({ date }) => dayOf(date) === day);

/** How many of a week's goals were kept. */
export function keptOf(goal: Goal): { kept: number; of: number } {
  const items = itemsOf(goal);
  return { kept: items.filter(({ completed }) => completed).length, of: items.length };
}
