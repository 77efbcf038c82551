/** Who may do what with a learner's response. */
import { type Actor, isLearner, isStaff } from "../kit/roles.ts";

type Answer = { student: { _id: string } };

/** What whoever has joined the staff since is told of what they handed in before. */
export const OWN_RESPONSE =
  "You handed this in yourself: somebody else on the staff has to review it.";

export const can = {
  read: (me: Actor | null, response: Answer): boolean =>
    isStaff(me) || (isLearner(me) && me?._id === response.student._id),
  review: (me: Actor | null, response: Answer): boolean =>
    isStaff(me) && me?._id !== response.student._id,
};
