/** Permissions for the About page. */
import type { Actor } from "../kit/core/roles.ts";

export const can = {
  read: (_me: Actor | null): boolean => true,
  edit: (me: Actor | null): boolean => me?.role === "admin",
};
