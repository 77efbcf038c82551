/** The access rules for looking at a program together. The client uses them, too. */
import { type Actor, isLearner, isStaff } from "../kit/core/roles.ts";
import type { Together } from "./schema.ts";

export const can = {
  /** Staff and the doubt's owner see whether somebody asks or works; classmates do not. */
  see: (me: Actor | null, doubt: { student: { _id: string } }): boolean =>
    isStaff(me) || (isLearner(me) && me?._id === doubt.student._id),
  /** Only the side that was asked agrees. */
  agree: (me: Actor | null, { state, askedBy, student }: Together): boolean =>
    state === "asked" && (askedBy === "student" ? isStaff(me) : me?._id === student._id),
  end: (me: Actor | null, one: Together): boolean => can.join(me, one) || can.agree(me, one),
  /** Whether this person is one of the two. A mentor who has left the staff is not. */
  join: (me: Actor | null, { student, mentor }: Pick<Together, "student" | "mentor">): boolean =>
    me !== null && (me._id === student._id || (me._id === mentor?._id && isStaff(me))),
};
