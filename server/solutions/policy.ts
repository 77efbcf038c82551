/** The permissions for the solution of an assignment that the person may see. */
import { type Actor, isLearner, isStaff } from "../kit/core/roles.ts";

type SolutionState = { published: boolean };

export const can = {
  read: (me: Actor | null, solution: SolutionState): boolean =>
    isStaff(me) || (isLearner(me) && solution.published),
  /** Whether a look at the solution counts as giving up. */
  giveUp: (me: Actor | null): boolean => isLearner(me),
  giveFeedback: (me: Actor | null, solution: SolutionState): boolean =>
    isLearner(me) && solution.published,
};
