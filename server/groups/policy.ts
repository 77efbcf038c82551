/** The access rules for groups: who may do what. */
import { type Actor, isStaff } from "../kit/core/roles.ts";

export const can = {
  read: (me: Actor | null): boolean => isStaff(me),
  answer: (me: Actor | null): boolean => isStaff(me),
};
