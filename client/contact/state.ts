/** The contact form's messages, for admins. */
import type { ContactMessage } from "../../server/contact/schema.ts";
import { liveQuery } from "../kit/data/live-query.ts";
import { type LivePagedList, newestFirst, upsertRow } from "../kit/data/paged-list.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const contactMessagesAtom = perUserAtom<LivePagedList<ContactMessage> | null>(null);

export const contactMessages = liveQuery({
  atom: contactMessagesAtom,
  reduce: {
    "contact.received": (known, { seq: _, ...message }) => ({
      ...known,
      ...upsertRow(known, message, newestFirst),
    }),
  },
});
