/** API calls for messages; replies are stored in the state. */
import type { Message, SendInput } from "../../server/messages/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { type Account, type Recipient, RECIPIENT_ROLES } from "../../server/people/schema.ts";
import { api, call, once } from "../kit/net/api.ts";
import { draftKey, readDraft, writeDraft } from "../kit/forms/draft.ts";
import { meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import type { Person } from "../people/picker.tsx";
import type { Scope } from "./state.ts";
import { lists, type MessageDraft, openedAtom, SCOPES } from "./state.ts";

const SUBJECT_MOST = 200;

const pages = (scope: Scope, signal?: AbortSignal) => ({
  size: 100,
  fetch(query: { page: string; limit: string }) {
    const me = store.get(meAtom);
    const options = { init: { signal } };
    if (scope === "personal") return call(api.messages.personal.$get({ query }, options));
    if (!isStaff(me)) return call(api.messages.allForStudent.$get({ query }, options));
    const sender = scope === "sent" ? me?._id : undefined;
    return call(api.messages.allForMentor.$get({ query: { ...query, sender } }, options));
  },
});

export const loadMessages = (scope: Scope, signal: AbortSignal): Promise<void> =>
  lists[scope].load(pages(scope, signal));

export const loadOlderMessages = (scope: Scope): Promise<void> =>
  lists[scope].loadOlder(pages(scope));

export async function loadMessage(id: string, signal: AbortSignal): Promise<void> {
  const { data } = await call(api.messages[":id"].$get({ param: { id } }, { init: { signal } }));
  store.set(openedAtom, (all) => [...all.filter(({ _id }) => _id !== id), data]);
}

/** Sends a message and adds it to its lists at once, because its event may arrive late. */
export async function sendMessage(json: SendInput, key: string): Promise<void> {
  const { data, seq } = await call(api.messages.$post({ json }, once(key)));
  for (const scope of SCOPES) {
    lists[scope].applyOwn("message.sent", { data, seq });
  }
}

export function startReplyDraft({ subject, sender }: Message): void {
  const answer = /^re:/i.test(subject) ? subject : `Re: ${subject}`.slice(0, SUBJECT_MOST);
  addressMessage(sender, answer);
}

/** Adds a recipient to the draft of a message. Text of an existing draft is kept. */
export function addressMessage({ _id, name }: Person, subject = ""): void {
  const key = draftKey("message");
  const begun = readDraft<Partial<MessageDraft>>(key);
  const others = begun?.recipients?.filter((one) => one._id !== _id) ?? [];
  writeDraft(key, {
    ...begun,
    subject: begun?.subject || subject,
    type: "personal",
    recipients: [...others, { _id, name }],
  });
}

/** Fetches all possible recipients except students. */
export async function fetchRecipients(signal: AbortSignal): Promise<Recipient[]> {
  const me = store.get(meAtom);
  const lists = await Promise.all(RECIPIENT_ROLES.map(async (role) => {
    const { data } = await call(api.users.$get({ query: { role } }, { init: { signal } }));
    return data as (Recipient & Partial<Account>)[];
  }));
  return lists.flat()
    .filter(({ _id, verified }) => _id !== me?._id && verified !== false)
    .map(({ _id, name, role, email }) => ({ _id, name, role, email }));
}
