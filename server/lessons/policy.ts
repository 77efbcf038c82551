/** The access rules for class sessions. The client uses them, too. */
import { isGeneral } from "../assignments/policy.ts";
import { type Actor, isLearner, isStaff } from "../kit/core/roles.ts";

export const can = {
  /** Everyone signed in sees the running lesson and its questions. */
  see: (me: Actor | null): boolean => me !== null,
  /** Start, change and end a lesson, and read the list of past ones. */
  hold: (me: Actor | null): boolean => isStaff(me),
  /** Whether the lesson counts this person's work. */
  takePart: (me: Actor | null): boolean => isLearner(me),
  /** The whole class may read a lesson's questions, so only those that are given out are chosen. */
  choose: isGeneral,
};
