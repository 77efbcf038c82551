/** Permissions for contact messages. */
import type { Actor } from "../kit/core/roles.ts";

export const can = {
  write: (_me: Actor | null): boolean => true,
  read: (me: Actor | null): boolean => me?.role === "admin",
};
