/** Permissions for announcements. */
import { type Actor, isStaff } from "../kit/core/roles.ts";

export const can = {
  edit: (me: Actor | null): boolean => isStaff(me),
};
