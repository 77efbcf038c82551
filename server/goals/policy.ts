/** The permissions for weekly goals. */
import type { Actor } from "../kit/core/roles.ts";

type OwnedGoal = { user: string };

const isOwn = (me: Actor | null, goal: OwnedGoal): boolean =>
  me?.role === "mentor" && me._id === goal.user;

export const can = {
  read: (me: Actor | null, goal: OwnedGoal): boolean => me?.role === "admin" || isOwn(me, goal),
  edit: (me: Actor | null, goal: OwnedGoal): boolean => isOwn(me, goal),
};
