/** API calls for messages; replies are kept in the state. */
import type { Message, SendInput } from "../../server/messages/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import type { Account, Recipient, RECIPIENT_ROLES } from "../../server/people/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { draftKey, readDraft, writeDraft } from "../kit/forms/draft.ts";
import {
  addFetchedPage,
  type FetchedPage,
  fetchList,
  fetchListPage,
} from "../kit/data/list-page.ts";
import { meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { type LivePagedList, newestFirst, nextPage, type Page } from "../kit/data/paged-list.ts";
import type { Scope } from "./state.ts";
import {
  asListed,
  type Chosen,
  keptListOf,
  type Listed,
  type MessageDraft,
  messageLists,
  messages,
  messagesById,
} from "./state.ts";

const PAGE = 100;
const SUBJECT_MOST = 200;

function fetchPage(scope: Scope, page: Page, signal?: AbortSignal): Promise<FetchedPage<Message>> {
  const me = store.get(meAtom);
  const options = { init: { signal } };
  return fetchListPage(page, (query) => {
    if (scope === "personal") return call(api.messages.personal.$get({ query }, options));
    if (!isStaff(me)) return call(api.messages.allForStudent.$get({ query }, options));
    const sender = scope === "sent" ? me?._id : undefined;
    return call(api.messages.allForMentor.$get({ query: { ...query, sender } }, options));
  });
}

/** Fetches a page, and keeps its messages. @returns what the lists need of it */
async function fetchListed(
  scope: Scope,
  page: Page,
  signal?: AbortSignal,
): Promise<FetchedPage<Listed>> {
  const { data, ...fetched } = await fetchPage(scope, page, signal);
  if (data.length > 0 && store.get(meAtom) !== null) {
    messages.keep(messagesById(data, fetched.seq));
  }
  return { ...fetched, data: data.map(asListed) };
}

function keepList(scope: Scope, list: LivePagedList<Listed>): void {
  if (store.get(meAtom) !== null) messageLists.keep({ [scope]: { ...list, scope } });
}

export async function loadMessages(scope: Scope, signal: AbortSignal): Promise<void> {
  const list = await fetchList((page) => fetchListed(scope, page, signal), {
    size: PAGE,
    order: newestFirst,
    known: () => keptListOf(scope)?.items.length ?? 0,
  });
  keepList(scope, list);
}

export async function loadOlderMessages(scope: Scope): Promise<void> {
  const known = keptListOf(scope);
  if (known === undefined) return;
  const page = await fetchListed(scope, nextPage(known.items.length, PAGE));
  keepList(scope, addFetchedPage(keptListOf(scope) ?? null, page, newestFirst));
}

export async function loadMessage(id: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.messages[":id"].$get({ param: { id } }, { init: { signal } }),
  );
  messages.keep(messagesById([data], seq));
}

/** Sends a message and adds it to its lists at once, because its event may arrive late. */
export async function sendMessage(json: SendInput, key: string): Promise<void> {
  const headers = { "Idempotency-Key": key };
  const { data, seq } = await call(api.messages.$post({ json }, { headers }));
  const sent = { event: "message.sent", data: { ...data, seq } } as const;
  messages.keepOwn(sent);
  messageLists.keepOwn(sent);
}

/** Starts a draft that replies to a message's sender. */
export function startReplyDraft({ subject, sender }: Message): void {
  const answer = /^re:/i.test(subject) ? subject : `Re: ${subject}`.slice(0, SUBJECT_MOST);
  addressMessage(sender, answer);
}

/** Adds a recipient to the draft of a message. Text of an existing draft is kept. */
export function addressMessage({ _id, name }: Chosen, subject = ""): void {
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

/** Fetches all users of these roles except the user themselves. */
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
