/** Permissions for the About page. */
import type { Actor } from "../kit/core/roles.ts";

export const can = {
  edit: (me: Actor | null): boolean => me?.role === "admin",
};
