/** State of the home page: the newest public messages of mentors and admins. */
import { atom } from "jotai/vanilla";
import { isOpen } from "../../server/messages/policy.ts";
import { type Message, RECENT_MOST } from "../../server/messages/schema.ts";
import { type LiveList, liveList, newestFirst } from "../kit/data/live-list.ts";

export const mentorMessagesAtom = atom<LiveList<Message> | null>(null);

export const mentorMessages = liveList({
  atom: mentorMessagesAtom,
  order: newestFirst,
  // The same event also brings personal messages to their recipients.
  rows: { "message.sent": (message) => isOpen(message) ? message : null },
  most: RECENT_MOST,
});
