/** Decides which messages are news. */
import type { Message } from "../../server/messages/schema.ts";
import type { Actor } from "../../server/kit/core/roles.ts";
import type { LiveFeature } from "../kit/data/live-query.ts";
import type { News } from "../kit/news/news.ts";
import { isInList } from "./state.ts";

export const live: LiveFeature = {
  news: (me, { event, data }) => event === "message.sent" ? messageNews(me, data) : null,
};

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
