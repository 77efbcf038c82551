/** State of the dashboards: statistics, personal assignments, and the doubts of the week. */
import { atom } from "jotai/vanilla";
import type { PersonalAssignment } from "../../server/assignments/schema.ts";
import type {
  AdminFigures,
  AnswerTimes,
  MentorFigures,
  StudentFigures,
} from "../../server/dashboards/schema.ts";
import type { DoubtCard } from "../../server/doubts/schema.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { assignmentsAtom } from "../assignments/state.ts";
import { dayOf } from "../kit/net/class-day.ts";
import { type Freshness, liveQuery, markStale } from "../kit/data/live-query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";

export const answersAtom = perUserAtom<{ data: AnswerTimes; fetchedAt: number } | null>(null);

export type Figures = MentorFigures | AdminFigures | StudentFigures;

export interface KnownFigures extends Freshness {
  data: Figures;
}

export const figuresAtom = perUserAtom<KnownFigures | null>(null);

const staleForLearners = (known: KnownFigures, _data: unknown, me: Actor | null): KnownFigures =>
  isStaff(me) ? known : markStale(known);

export const figures = liveQuery({
  atom: figuresAtom,
  context: (): Actor | null => store.get(meAtom),
  reduce: {
    "stats.changed": (known, _data, me) => isStaff(me) ? markStale(known) : known,
    "assignment.assigned": staleForLearners,
    "assignment.unassigned": staleForLearners,
    "homework.changed": staleForLearners,
    "review.changed": staleForLearners,
  },
});

/** Personal assignments: a learner's own, those that a mentor has assigned, or everyone's. */
export interface PersonalList extends Freshness {
  of: "assigned to me" | "assigned by me" | "everyone's";
  /** The assignments' ids, and the fields that only this list has. */
  rows: readonly Pick<PersonalAssignment, "_id" | "assignedBy" | "assignedTo">[];
}

const keptPersonalAtom = perUserAtom<PersonalList | null>(null);

export const personalList = liveQuery({
  atom: keptPersonalAtom,
  reduce: { "assignment.assigned": markStale, "assignment.unassigned": markStale },
});

export const personalListAtom = atom((get) => {
  const list = get(keptPersonalAtom);
  const all = get(assignmentsAtom);
  return list && {
    ...list,
    data: list.rows.flatMap((row): PersonalAssignment[] => {
      const known = all[row._id];
      return known === undefined ? [] : [{ ...known.item, ...row }];
    }),
  };
});

/** The doubts raised this week, by their ids, with only the fields that the chart needs. */
export interface WeekOfDoubts extends Freshness {
  /** False when there are more doubts than were fetched: then these are the most recent ones. */
  isWhole: boolean;
  /** The first day of the week. */
  since: string;
  doubts: Readonly<Record<string, DrawnDoubt>>;
}
export type DrawnDoubt = Pick<DoubtCard, "createdAt" | "resolved" | "waitingSince" | "version">;

export const toChartDoubt = (
  { createdAt, resolved, waitingSince, version }: DrawnDoubt,
): DrawnDoubt => ({ createdAt, resolved, waitingSince, version });

function weekAfter(week: WeekOfDoubts, card: DoubtCard): WeekOfDoubts {
  const { _id, createdAt, version } = card;
  if (dayOf(createdAt) < week.since || version < (week.doubts[_id]?.version ?? 0)) return week;
  return { ...week, doubts: { ...week.doubts, [_id]: toChartDoubt(card) } };
}

export const weekOfDoubtsAtom = perUserAtom<WeekOfDoubts | null>(null);

export const weekOfDoubts = liveQuery({
  atom: weekOfDoubtsAtom,
  reduce: {
    "doubt.opened": weekAfter,
    "doubt.changed": weekAfter,
  },
});
