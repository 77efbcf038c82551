/** The contact form's messages, for admins. */
import type { ContactMessage } from "../../server/contact/schema.ts";
import { asRow, type LiveList, liveList, newestFirst } from "../kit/data/live-list.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const contactMessagesAtom = perUserAtom<LiveList<ContactMessage> | null>(null);

export const contactMessages = liveList({
  atom: contactMessagesAtom,
  order: newestFirst,
  rows: { "contact.received": asRow },
});
