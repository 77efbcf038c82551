/** The command that sends a message. */
import { eq } from "drizzle-orm";
import { badField } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { type Room, userRoom } from "../live/rooms.ts";
import { can, isOpen } from "./policy.ts";
import { peopleToWriteTo, selectMessages, toMessage } from "./queries.ts";
import { type Message, seenBy, type SendInput, UNKNOWN_RECIPIENT } from "./schema.ts";
import { messages, recipients } from "./tables.ts";

export async function send(act: Act, { recipients: to, ...input }: SendInput): Promise<Message> {
  const { db, me, now } = act;
  const found = to.length > 0 ? await peopleToWriteTo(db, to) : [];
  if (found.length < to.length || !found.every((recipient) => can.sendTo(me, recipient))) {
    throw badField("recipients", UNKNOWN_RECIPIENT);
  }
  const id = newId();
  const [, , [row]] = await Promise.all([
    db.insert(messages)
      .values({ id, ...input, senderId: me._id, senderRole: me.role, createdAt: now }),
    to.length > 0
      ? db.insert(recipients)
        .values(to.map((personId) => ({ messageId: id, personId, createdAt: now })))
      : null,
    selectMessages(db).where(eq(messages.id, id)),
  ]);
  if (!row) throw new Error("the message that was just written is missing");
  const message = toMessage(row);
  // The whole message is logged; each reader gets the part that they may see.
  announce(act, "message.sent", readers(message), message);
  return seenBy(message, me);
}

/** Its readers' rooms. Visitors are in "home", too, which gets messages for all. */
function readers(message: Message): Room[] {
  if (isOpen(message)) return ["home"];
  const people = [message.sender, ...message.recipients].map(({ _id }) => userRoom(_id));
  return [message.isPublic ? "staff" : "admins", ...new Set(people)];
}
