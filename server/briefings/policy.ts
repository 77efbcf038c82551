/** Who may do what with a briefing. */
import { type Actor, isStaff } from "../kit/roles.ts";

export const can = {
  read: (_me: Actor | null): boolean => true,
  write: (me: Actor | null): boolean => isStaff(me) || me?.role === "volunteer",
  delete: (me: Actor | null): boolean => isStaff(me),
};
