/** API calls of the contact form, and of the admins who read its messages. */
import type { ContactInput, ContactMessage } from "../../server/contact/schema.ts";
import { api, call } from "../kit/net/api.ts";
import {
  addFetchedPage,
  type FetchedPage,
  fetchList,
  fetchListPage,
} from "../kit/data/list-page.ts";
import { store } from "../kit/net/store.ts";
import { newestFirst, nextPage, type Page } from "../kit/data/paged-list.ts";
import { contactMessages, contactMessagesAtom } from "./state.ts";

const PAGE = 20;

/** @returns the server's thanks */
export async function sendContactMessage(json: ContactInput, key: string): Promise<string> {
  const headers = { "Idempotency-Key": key };
  return (await call(api.contact.$post({ json }, { headers }))).data.msg;
}

const fetchPage = (page: Page, signal?: AbortSignal): Promise<FetchedPage<ContactMessage>> =>
  fetchListPage(page, (query) => call(api.contact.$get({ query }, { init: { signal } })));

export async function loadContactMessages(signal: AbortSignal): Promise<void> {
  contactMessages.keep(
    await fetchList((page) => fetchPage(page, signal), {
      size: PAGE,
      order: newestFirst,
      known: () => store.get(contactMessagesAtom)?.items.length ?? 0,
    }),
  );
}

export async function loadOlderContactMessages(): Promise<void> {
  const known = store.get(contactMessagesAtom);
  if (known === null) return;
  const page = await fetchPage(nextPage(known.items.length, PAGE));
  contactMessages.keep(addFetchedPage(store.get(contactMessagesAtom), page, newestFirst));
}
