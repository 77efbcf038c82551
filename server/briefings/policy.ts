/** Permissions for briefings. */
import { type Actor, isStaff } from "../kit/core/roles.ts";

const write = (me: Actor | null): boolean => isStaff(me) || me?.role === "volunteer";

export const can = {
  write,
  /** Reads, edits, publishes and deletes it before it appears. */
  prepare: (me: Actor | null, { authorId }: { authorId: string }): boolean =>
    isStaff(me) || (write(me) && me?._id === authorId),
  delete: (me: Actor | null): boolean => isStaff(me),
};
