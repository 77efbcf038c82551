/** The calls about messages, and keeping what came back. */
import type { Message, SendInput } from "../../server/messages/schema.ts";
import { isStaff } from "../../server/kit/roles.ts";
import type { Account, Recipient, RECIPIENT_ROLES } from "../../server/people/schema.ts";
import { api, call } from "../kit/api.ts";
import { draftKey, readDraft, writeDraft } from "../kit/draft.ts";
import { pushesAfter } from "../kit/log.ts";
import { type Paged, paged } from "../kit/paged.ts";
import { meAtom } from "../kit/session.ts";
import { store } from "../kit/store.ts";
import {
  extend,
  firstPage,
  newestFirst,
  nextPage,
  type Page,
  type Stretch,
} from "../kit/stretch.ts";
import { keepMessage, messageListsAtom, messagesAtom, type Scope, type Typed } from "./state.ts";

const PAGE = 100;
const SUBJECT_MOST = 200;

function fetchPage(scope: Scope, page: Page, signal?: AbortSignal): Promise<Paged<Message>> {
  const me = store.get(meAtom);
  const options = { init: { signal } };
  const { messages } = api;
  return paged(page, (query) => {
    if (scope === "personal") return call(messages.personal.$get({ query }, options));
    if (!isStaff(me)) return call(messages.allForStudent.$get({ query }, options));
    const sender = scope === "sent" ? me?._id : undefined;
    return call(messages.allForMentor.$get({ query: { ...query, sender } }, options));
  });
}

function keepPage(
  scope: Scope,
  known: Stretch<Message> | null,
  { data, seq, ...page }: Paged<Message>,
): void {
  const me = store.get(meAtom);
  if (me === null) return;
  const fetched = extend(known, data, { ...page, order: newestFirst });
  const sent = pushesAfter(seq).filter(({ event }) => event === "message.sent");
  store.set(
    messageListsAtom,
    (lists) =>
      sent.reduce(
        (all, { data: { seq: _, ...message } }) => keepMessage(all, message as Message, me),
        {
          ...lists,
          [scope]: fetched,
        },
      ),
  );
}

export async function loadMessages(scope: Scope, signal: AbortSignal): Promise<void> {
  keepPage(scope, null, await fetchPage(scope, firstPage(PAGE), signal));
}

export async function loadOlderMessages(scope: Scope): Promise<void> {
  const known = store.get(messageListsAtom)[scope];
  if (known === undefined) return;
  const reply = await fetchPage(scope, nextPage(known.items.length, PAGE));
  keepPage(scope, store.get(messageListsAtom)[scope] ?? null, reply);
}

export async function loadMessage(id: string, signal: AbortSignal): Promise<void> {
  const { data } = await call(api.messages[":id"].$get({ param: { id } }, { init: { signal } }));
  store.set(messagesAtom, (known) => ({ ...known, [id]: data }));
}

export async function sendMessage(json: SendInput, key: string): Promise<void> {
  const headers = { "Idempotency-Key": key };
  const { data } = await call(api.messages.$post({ json }, { headers }));
  const me = store.get(meAtom);
  if (me !== null) store.set(messageListsAtom, (lists) => keepMessage(lists, data, me));
}

/** Begins an answer to a message, for its sender; what was begun before is kept. */
export function beginAnswer({ subject, sender }: Message): void {
  const key = draftKey("message");
  const begun = readDraft<Partial<Typed>>(key);
  const others = begun?.recipients?.filter(({ _id }) => _id !== sender._id) ?? [];
  const answer = /^re:/i.test(subject) ? subject : `Re: ${subject}`.slice(0, SUBJECT_MOST);
  writeDraft(key, {
    ...begun,
    subject: begun?.subject || answer,
    type: "personal",
    recipients: [...others, { _id: sender._id, name: sender.name }],
  });
}

/** Everybody of these roles but oneself. */
export async function loadRecipients(
  roles: typeof RECIPIENT_ROLES,
  signal: AbortSignal,
): Promise<Recipient[]> {
  const me = store.get(meAtom);
  const lists = await Promise.all(roles.map(async (role) => {
    const { data } = await call(api.users.$get({ query: { role } }, { init: { signal } }));
    return data as (Recipient & Partial<Account>)[];
  }));
  return lists.flat()
    .filter(({ _id, verified }) => _id !== me?._id && verified !== false)
    .map(({ _id, name, role, email }) => ({ _id, name, role, email }));
}
