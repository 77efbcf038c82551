/** Who may do what with an assignment. */
import { type Actor, isLearner, isStaff } from "../kit/roles.ts";
import type { DistributionTag } from "./schema.ts";

type Given = { distributionTag: DistributionTag; assignedTo?: readonly { _id: string }[] };

export const isGeneral = (assignment: Given): boolean =>
  assignment.distributionTag !== "central" && assignment.distributionTag !== "personal";

export const can = {
  read: (me: Actor | null, assignment: Given): boolean =>
    isStaff(me) ||
    (me !== null && (isGeneral(assignment) ||
      (assignment.assignedTo ?? []).some((student) => student._id === me._id))),
  create: (me: Actor | null): boolean => isStaff(me),
  edit: (me: Actor | null): boolean => isStaff(me),
  respond: (me: Actor | null, assignment: Given): boolean =>
    isLearner(me) && can.read(me, assignment),
};
