/** The roles, and what policies need of a person. Every page loads this: it must not import zod. */
export const ROLES = ["student", "volunteer", "mentor", "admin"] as const;
export type Role = typeof ROLES[number];
export type Actor = {
  readonly _id: string;
  readonly role: Role;
  /** The ids of the sections that the person is in; missing if there are none. */
  readonly sections?: readonly string[] | undefined;
};
/** The signed-in person of a request. */
export type Me = Actor & { readonly name: string };

/** The API token with which a person's program calls. */
export type CallingToken = { name: string; mayWrite: boolean };

export type Asker = { me: Me | null; apiToken: CallingToken | null };

/** Returns a person as others see them in views and events. */
export const someone = ({ _id, name, role }: Me) => ({ _id, name, role });

export const isStaff = (me: Pick<Actor, "role"> | null): boolean =>
  me?.role === "mentor" || me?.role === "admin";
export const isLearner = (me: Pick<Actor, "role"> | null): boolean =>
  me?.role === "student" || me?.role === "volunteer";
