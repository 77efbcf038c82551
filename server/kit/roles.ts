/** The four roles, and as much of a person as a policy needs. */
import * as z from "zod";

export const ROLES = ["student", "volunteer", "mentor", "admin"] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;
export type Actor = { readonly _id: string; readonly role: Role };

export const isStaff = (me: Actor | null): boolean => me?.role === "mentor" || me?.role === "admin";
export const isLearner = (me: Actor | null): boolean =>
  me?.role === "student" || me?.role === "volunteer";
