/** State of solutions: those that a learner has opened, and the one in the editor. */
import type { Feedback, Solution } from "../../server/solutions/schema.ts";
import { type Freshness, liveRecord } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

/** The solution, if this user may see it, or the reason why it is not shown. */
export type SolutionView = { solution: Solution } | { why: "missing" | "hidden" };

export interface KeptSolution extends Freshness {
  assignmentId: string;
  seen: SolutionView;
}

export const solutionsAtom = perUserAtom<Readonly<Record<string, KeptSolution>>>({});

export const solutions = liveRecord({
  atom: solutionsAtom,
  stale: ["assignment.saved", "solution.feedback"],
  isAbout: ({ assignmentId }, data) =>
    assignmentId === ("assignmentId" in data ? data.assignmentId : data._id),
});

export function withGiven(known: KeptSolution, given: Feedback): KeptSolution {
  if (!("solution" in known.seen)) return known;
  const { solution } = known.seen;
  const others = solution.feedback.filter(({ student }) => student._id !== given.student._id);
  return { ...known, seen: { solution: { ...solution, feedback: [given, ...others] } } };
}
