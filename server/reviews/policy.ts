/** Who may do what with a learner's response. */
import { type Actor, isLearner, isStaff } from "../kit/roles.ts";

type Answer = { student: { _id: string } };

export const can = {
  read: (me: Actor | null, response: Answer): boolean =>
    isStaff(me) || (isLearner(me) && me?._id === response.student._id),
  review: (me: Actor | null): boolean => isStaff(me),
};
