/** State of the dashboards: statistics, personal assignments, and the doubts of the week. */
import { atom } from "jotai/vanilla";
import type { PersonalAssignment } from "../../server/assignments/schema.ts";
import type {
  AdminFigures,
  AnswerTimes,
  MentorFigures,
  StudentDay,
  StudentFigures,
} from "../../server/dashboards/schema.ts";
import type { DoubtCard } from "../../server/doubts/schema.ts";
import { assignmentsAtom } from "../assignments/state.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const answersAtom = perUserAtom<{ data: AnswerTimes; fetchedAt: number } | null>(null);

export type Figures = MentorFigures | AdminFigures | StudentFigures;

interface KnownFigures extends Freshness {
  data: Figures;
}

export const figuresAtom = perUserAtom<KnownFigures | null>(null);

export const figures = liveQuery({
  atom: figuresAtom,
  stale: [
    "stats.changed",
    "assignment.assigned",
    "assignment.unassigned",
    "homework.changed",
    "review.changed",
  ],
});

export const dayAtom = perUserAtom<Freshness & { data: StudentDay } | null>(null);

/** A learner's day: the next step, and the work. */
export const day = liveQuery({
  atom: dayAtom,
  stale: [
    "assignment.saved",
    "assignment.assigned",
    "assignment.unassigned",
    "homework.changed",
    "doubt.opened",
    "doubt.changed",
    "review.changed",
    "run.finished",
    "run.verified",
  ],
  isAbout: (_, data, me) => !("student" in data) || data.student._id === me?._id,
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
  stale: ["assignment.assigned", "assignment.unassigned"],
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

/** The doubts raised this week. */
export interface WeekOfDoubts extends Freshness {
  /** False when there are more doubts than were fetched: then these are the most recent ones. */
  isWhole: boolean;
  /** The first day of the week. */
  since: string;
  doubts: readonly DoubtCard[];
}

export const weekOfDoubtsAtom = perUserAtom<WeekOfDoubts | null>(null);

export const weekOfDoubts = liveQuery({
  atom: weekOfDoubtsAtom,
  stale: ["doubt.opened", "doubt.changed"],
});
