/** The permissions for a learner's response. */
import { type Actor, isLearner, isStaff } from "../kit/core/roles.ts";

type Answer = { student: { _id: string } };

/** The refusal for a person on the staff who was a learner when they handed this in. */
export const OWN_RESPONSE =
  "You handed this in yourself: somebody else on the staff has to review it.";

export const can = {
  read: (me: Actor | null, response: Answer): boolean =>
    isStaff(me) || (isLearner(me) && me?._id === response.student._id),
  review: (me: Actor | null, response: Answer): boolean =>
    isStaff(me) && me?._id !== response.student._id,
};
