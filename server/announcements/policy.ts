/** Permissions for announcements. */
import { type Actor, isStaff } from "../kit/core/roles.ts";

export const can = {
  read: (_me: Actor | null): boolean => true,
  create: (me: Actor | null): boolean => isStaff(me),
  edit: (me: Actor | null): boolean => isStaff(me),
  delete: (me: Actor | null): boolean => isStaff(me),
};
