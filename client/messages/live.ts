/**
 * Passes the events of messages on to `state.ts`, which only some screens load, and decides which
 * messages are news.
 */
import type { Message } from "../../server/messages/schema.ts";
import { can, isOpen } from "../../server/messages/policy.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";
import type { News } from "../kit/news/news.ts";

/** All messages that the user may list, those that they have sent, or personal messages. */
export const SCOPES = ["all", "sent", "personal"] as const;
export type Scope = typeof SCOPES[number];

/** Returns whether a message belongs in a user's list, by the same rules as on the server. */
export function isInList(scope: Scope, message: Message, me: Actor): boolean {
  const isSent = message.sender._id === me._id;
  const isReceived = message.recipients.some(({ _id }) => _id === me._id);
  if (scope === "sent") return isSent;
  if (scope === "personal") return !message.isPublic && (isSent || isReceived);
  if (me.role === "admin") return true;
  if (!isStaff(me)) return can.read(me, message);
  return isSent || isReceived || (message.isPublic && !isOpen(message));
}

export const messageValues = lateConsumer("message.sent");

export const live = liveFeature({
  moved: [messageValues],
  news: (me, { event, data }) => event === "message.sent" ? messageNews(me, data) : null,
});

function messageNews(me: Actor, message: Message): News | null {
  const { _id, sender, recipients, subject, createdAt } = message;
  if (sender._id === me._id || !isInList("all", message, me)) return null;
  const isToMe = recipients.some((one) => one._id === me._id);
  const title = `Message from ${sender.name}`;
  return {
    place: "messages",
    subject: `message:${_id}`,
    at: createdAt,
    note: isToMe ? { title, body: subject, path: `/messages/${_id}` } : null,
  };
}
