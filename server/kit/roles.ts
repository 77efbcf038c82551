/** The four roles, and as much of a person as a policy needs. Every page loads this: no zod here. */
export const ROLES = ["student", "volunteer", "mentor", "admin"] as const;
export type Role = typeof ROLES[number];
export type Actor = { readonly _id: string; readonly role: Role };
/** The person behind a request. */
export type Me = Actor & { readonly name: string };

export const isStaff = (me: Actor | null): boolean => me?.role === "mentor" || me?.role === "admin";
export const isLearner = (me: Actor | null): boolean =>
  me?.role === "student" || me?.role === "volunteer";
