/** What admins hold of the contact form's messages. */
import { atom } from "jotai/vanilla";
import type { ContactMessage } from "../../server/contact/schema.ts";
import { personal } from "../kit/session.ts";
import { newestFirst, put, type Stretch } from "../kit/stretch.ts";

export const contactMessagesAtom = personal<Stretch<ContactMessage> | null>(null);

export const keepContactMessage = (
  known: Stretch<ContactMessage>,
  { _id, name, email, message, createdAt }: ContactMessage,
): Stretch<ContactMessage> => put(known, { _id, name, email, message, createdAt }, newestFirst);

export const keepContactPush = atom(null, (_get, set, message: ContactMessage) => {
  set(contactMessagesAtom, (known) => known === null ? null : keepContactMessage(known, message));
});
