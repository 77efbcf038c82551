/** State of the home page: the newest public messages of mentors and admins. */
import { atom } from "jotai/vanilla";
import { isOpen } from "../../server/messages/policy.ts";
import type { Message } from "../../server/messages/schema.ts";
import { liveQuery } from "../kit/data/live-query.ts";
import { type LivePagedList, newestFirst, upsertRow } from "../kit/data/paged-list.ts";

export interface Recent extends LivePagedList<Message> {
  /** The maximum number of messages that are shown. */
  most: number;
}

export const mentorMessagesAtom = atom<Recent | null>(null);

export const mentorMessages = liveQuery({
  atom: mentorMessagesAtom,
  reduce: {
    "message.sent": (known, { seq: _, ...message }) => {
      // The same event also brings personal messages to their recipients.
      if (!isOpen(message)) return known;
      const { items } = upsertRow(known, message, newestFirst);
      return { ...known, items: items.slice(0, known.most) };
    },
  },
});
