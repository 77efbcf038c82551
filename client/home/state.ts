/** What the home page holds itself: the newest of what mentors and admins wrote to everybody. */
import { atom } from "jotai/vanilla";
import { isOpen } from "../../server/messages/policy.ts";
import type { Message } from "../../server/messages/schema.ts";
import { newestFirst, put, type Stretch } from "../kit/stretch.ts";

export interface Recent extends Stretch<Message> {
  /** As many are shown. */
  most: number;
}

export function keepMentorMessage(known: Recent, message: Message): Recent {
  // A personal one comes by the same event, to those it is for: home is not for those.
  if (!isOpen(message)) return known;
  const { items } = put(known, message, newestFirst);
  return { ...known, items: items.slice(0, known.most) };
}

export const mentorMessagesAtom = atom<Recent | null>(null);

export const keepMessagePush = atom(null, (_get, set, message: Message) => {
  set(mentorMessagesAtom, (known) => known === null ? null : keepMentorMessage(known, message));
});
