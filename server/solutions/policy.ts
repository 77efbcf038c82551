/** Who may do what with the solution of an assignment that they may see. */
import { type Actor, isLearner, isStaff } from "../kit/roles.ts";

type Shown = { published: boolean };

export const can = {
  read: (me: Actor | null, solution: Shown): boolean =>
    isStaff(me) || (isLearner(me) && solution.published),
  /** Whether looking at it means giving up. */
  giveUp: (me: Actor | null): boolean => isLearner(me),
  edit: (me: Actor | null): boolean => isStaff(me),
  giveFeedback: (me: Actor | null, solution: Shown): boolean => isLearner(me) && solution.published,
};
