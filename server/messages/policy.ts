/** The permissions for messages. */
import { type Actor, isLearner, isStaff, type Role } from "../kit/core/roles.ts";

type Letter = {
  isPublic: boolean;
  sender: { _id: string; role: Role };
  recipients: readonly { _id: string }[];
};

/** A public message from a mentor or an admin is open to everyone, including visitors. */
export const isOpen = (
  { isPublic, sender }: Pick<Letter, "isPublic"> & { sender: { role: Role } },
) => isPublic && (sender.role === "mentor" || sender.role === "admin");

const isPersonallyOf = (me: Actor, message: Letter): boolean =>
  message.sender._id === me._id || message.recipients.some(({ _id }) => _id === me._id);

export const can = {
  read: (me: Actor | null, message: Letter): boolean =>
    isOpen(message) ||
    (me !== null &&
      (me.role === "admin" || isPersonallyOf(me, message) || (message.isPublic && isStaff(me)))),
  /** Learners may write to mentors, volunteers and admins; staff may write to everyone. */
  sendTo: (me: Actor | null, recipient: { role: Role }): boolean =>
    isStaff(me) || (isLearner(me) && recipient.role !== "student"),
};
