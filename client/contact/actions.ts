/** The calls of the contact form, and of those who read what came. */
import type { ContactInput, ContactMessage } from "../../server/contact/schema.ts";
import { api, call } from "../kit/api.ts";
import { pushesAfter } from "../kit/log.ts";
import { type Paged, paged } from "../kit/paged.ts";
import { store } from "../kit/store.ts";
import {
  extend,
  firstPage,
  newestFirst,
  nextPage,
  type Page,
  type Stretch,
} from "../kit/stretch.ts";
import { contactMessagesAtom, keepContactMessage } from "./state.ts";

const PAGE = 20;

/** What the server thanks with. */
export async function sendContactMessage(json: ContactInput, key: string): Promise<string> {
  const headers = { "Idempotency-Key": key };
  return (await call(api.contact.$post({ json }, { headers }))).data.msg;
}

const fetchPage = (page: Page, signal?: AbortSignal): Promise<Paged<ContactMessage>> =>
  paged(page, (query) => call(api.contact.$get({ query }, { init: { signal } })));

function fill(
  known: Stretch<ContactMessage> | null,
  { data, seq, ...page }: Paged<ContactMessage>,
): void {
  const fetched = extend(known, data, { ...page, order: newestFirst });
  const received = pushesAfter(seq).filter(({ event }) => event === "contact.received")
    .map(({ data }) => data as ContactMessage & { seq: number });
  store.set(contactMessagesAtom, received.reduce(keepContactMessage, fetched));
}

export async function loadContactMessages(signal: AbortSignal): Promise<void> {
  fill(null, await fetchPage(firstPage(PAGE), signal));
}

export async function loadOlderContactMessages(): Promise<void> {
  const known = store.get(contactMessagesAtom);
  if (known === null) return;
  const reply = await fetchPage(nextPage(known.items.length, PAGE));
  fill(store.get(contactMessagesAtom), reply);
}
