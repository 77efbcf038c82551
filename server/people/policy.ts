/** The permissions for accounts. */
import { type Actor, isStaff, type Role } from "../kit/core/roles.ts";

export const isDisabled = (person: { disabledUntil: string | null }, now: string): boolean =>
  person.disabledUntil !== null && person.disabledUntil > now;

export const can = {
  /** In lists of people: learners and mentors find the people that they may write to. */
  list: (me: Actor | null, person: { role: Role; verified: boolean }): boolean =>
    can.manage(me) || (me !== null && person.verified && person.role !== "student"),
  seeAddresses: (me: Actor | null): boolean => isStaff(me),
  /** Invite, edit, disable and delete accounts. */
  manage: (me: Actor | null): boolean => me?.role === "admin",
};
