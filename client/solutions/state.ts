/** What is known of solutions: those that a learner has opened, and the one in the editor. */
import { atom } from "jotai/vanilla";
import { type Actor, isStaff } from "../../server/kit/roles.ts";
import type { Pushes } from "../../server/live/events.ts";
import type { Feedback, Solution } from "../../server/solutions/schema.ts";
import { meAtom, personal } from "../kit/session.ts";

/** A solution as far as one may see it: there is one, or why there is none. */
export type Seen = { solution: Solution } | { why: "missing" | "hidden" };

export interface KeptSolution {
  seen: Seen;
  seq: number;
  /** It may have changed since: fetch it again. */
  stale?: boolean;
}

/** By assignment. */
export const solutionsAtom = personal<Readonly<Record<string, KeptSolution>>>({});

/** After a change to its assignment: hidden at once, everything else fetched again. */
export function keepCard(known: KeptSolution, push: Pushes["assignment.saved"], me: Actor | null) {
  if (push.seq <= known.seq) return known;
  if (!isStaff(me) && !push.solutionVisible) {
    return { seen: { why: "hidden" as const }, seq: push.seq };
  }
  return { ...known, stale: true };
}

/** A solution that comes later than what is known replaces it. */
export function keepSolution(
  known: KeptSolution | undefined,
  fetched: KeptSolution,
): KeptSolution {
  return known !== undefined && known.seq > fetched.seq ? known : fetched;
}

/** The newest feedback of one person stands instead of what they said before. */
export function withFeedback(solution: Solution, given: Feedback): Solution {
  const others = solution.feedback.filter(({ student }) => student._id !== given.student._id);
  return { ...solution, feedback: [given, ...others] };
}

export const keepSolutionCard = atom(null, (get, set, push: Pushes["assignment.saved"]) => {
  set(solutionsAtom, (all) => {
    const known = all[push._id];
    return known === undefined ? all : { ...all, [push._id]: keepCard(known, push, get(meAtom)) };
  });
});

export const keepFeedback = atom(null, (_get, set, data: Pushes["solution.feedback"]) => {
  const { assignmentId, solutionId: _, seq, ...given } = data;
  set(solutionsAtom, (all) => {
    const known = all[assignmentId];
    if (known === undefined || !("solution" in known.seen)) return all;
    const seen = { solution: withFeedback(known.seen.solution, given) };
    return { ...all, [assignmentId]: { seen, seq: Math.max(seq, known.seq) } };
  });
});
