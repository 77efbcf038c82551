/** What the home page holds itself: the newest of what mentors and admins wrote to everybody. */
import { atom } from "jotai/vanilla";
import { isOpen } from "../../server/messages/policy.ts";
import { type Message, RECENT_MOST } from "../../server/messages/schema.ts";
import { newestFirst, put, type Stretch } from "../kit/stretch.ts";

export function keepMentorMessage(known: Stretch<Message>, message: Message): Stretch<Message> {
  // A personal one comes by the same event, to those it is for: home is not for those.
  if (!isOpen(message)) return known;
  const { items, isWhole } = put(known, message, newestFirst);
  return { items: items.slice(0, RECENT_MOST), isWhole };
}

export const mentorMessagesAtom = atom<Stretch<Message> | null>(null);

export const keepMessagePush = atom(null, (_get, set, message: Message) => {
  set(mentorMessagesAtom, (known) => known === null ? null : keepMentorMessage(known, message));
});
