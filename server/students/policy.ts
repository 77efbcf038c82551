/** The access rules for learners' pages and the notes on them. */
import { type Actor, isStaff } from "../kit/core/roles.ts";

export const can = {
  /** Mentors delete their own notes, admins any. */
  deleteNote: (me: Actor | null, note: { by: { _id: string } }): boolean =>
    me?.role === "admin" || (isStaff(me) && me?._id === note.by._id),
};
