/** Permissions for the mentors' desk and its saved replies. */
import { type Actor, isStaff } from "../kit/core/roles.ts";

type Reply = { owner: { _id: string }; shared: boolean };

export const can = {
  use: (me: Actor | null, reply: Reply): boolean =>
    isStaff(me) && (reply.shared || reply.owner._id === me?._id),
  edit: (me: Actor | null, reply: Reply): boolean => isStaff(me) && reply.owner._id === me?._id,
};
