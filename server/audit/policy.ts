/** Who reads the audit trail. */
import type { Actor } from "../kit/core/roles.ts";

export const can = {
  read: (me: Actor | null): boolean => me?.role === "admin",
};
