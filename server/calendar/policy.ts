/** Who has what in the calendar. */
import type { Actor } from "../kit/core/roles.ts";

export const can = {
  /** Everyone signed in has an address. Only mentors have weekly goals in their feed. */
  haveGoals: (me: Actor): boolean => me.role === "mentor",
};
