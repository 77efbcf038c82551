/** State of solutions: those that a learner has opened, and the one in the editor. */
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import type { Feedback, Solution } from "../../server/solutions/schema.ts";
import { type Freshness, liveRecord, markStale } from "../kit/data/live-query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";

/** The solution, if this user may see it, or the reason why it is not shown. */
export type SolutionView = { solution: Solution } | { why: "missing" | "hidden" };

export interface KeptSolution extends Freshness {
  assignmentId: string;
  seen: SolutionView;
}

export const solutionsAtom = perUserAtom<Readonly<Record<string, KeptSolution>>>({});

export const solutions = liveRecord({
  atom: solutionsAtom,
  context: (): Actor | null => store.get(meAtom),
  reduce: {
    "assignment.saved": (known, { _id, solutionVisible }, me) => {
      if (_id !== known.assignmentId) return known;
      // It is hidden at once; any other change is fetched again.
      return isStaff(me) || solutionVisible
        ? markStale(known)
        : { ...known, seen: { why: "hidden" as const }, stale: false };
    },
    "solution.feedback": (known, { assignmentId, solutionId: _, seq: __, ...given }) =>
      assignmentId === known.assignmentId ? withGiven(known, given) : known,
  },
});

export function withGiven(known: KeptSolution, given: Feedback): KeptSolution {
  const { seen } = known;
  return "solution" in seen
    ? { ...known, seen: { solution: withFeedback(seen.solution, given) } }
    : known;
}

export function withFeedback(solution: Solution, given: Feedback): Solution {
  const others = solution.feedback.filter(({ student }) => student._id !== given.student._id);
  return { ...solution, feedback: [given, ...others] };
}
