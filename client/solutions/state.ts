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

type Names = "assignment.saved" | "solution.feedback";
export type SolutionPush = { [E in Names]: { event: E; data: Pushes[E] } }[Names];

export const isSolutionPush = (push: { event: string }): push is SolutionPush =>
  push.event === "assignment.saved" || push.event === "solution.feedback";

export const assignmentOf = ({ event, data }: SolutionPush): string =>
  event === "assignment.saved" ? data._id : data.assignmentId;

/** After a change to its assignment: hidden at once, everything else fetched again. */
export function keepCard(known: KeptSolution, push: Pushes["assignment.saved"], me: Actor | null) {
  if (push.seq <= known.seq) return known;
  if (!isStaff(me) && !push.solutionVisible) {
    return { seen: { why: "hidden" as const }, seq: push.seq };
  }
  return { ...known, stale: true };
}

/** The newest feedback of one person stands instead of what they said before. */
export function withFeedback(solution: Solution, given: Feedback): Solution {
  const others = solution.feedback.filter(({ student }) => student._id !== given.student._id);
  return { ...solution, feedback: [given, ...others] };
}

function keepSaid(known: KeptSolution, data: Pushes["solution.feedback"]): KeptSolution {
  if (!("solution" in known.seen)) return known;
  const { assignmentId: _, solutionId: __, seq: ___, ...given } = data;
  return { ...known, seen: { solution: withFeedback(known.seen.solution, given) } };
}

/** What is known of an assignment's solution after a push about that assignment. */
export function keepInSolution(known: KeptSolution, push: SolutionPush, me: Actor | null) {
  return push.event === "assignment.saved"
    ? keepCard(known, push.data, me)
    : keepSaid(known, push.data);
}

/** A solution that comes later than what is known replaces it. */
export function keepSolution(
  known: KeptSolution | undefined,
  fetched: KeptSolution,
): KeptSolution {
  return known !== undefined && known.seq > fetched.seq ? known : fetched;
}

export const keepSolutionPush = atom(null, (get, set, push: SolutionPush) => {
  const id = assignmentOf(push);
  set(solutionsAtom, (all) => {
    const known = all[id];
    return known === undefined ? all : { ...all, [id]: keepInSolution(known, push, get(meAtom)) };
  });
});
