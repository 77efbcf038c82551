/** API calls about announcements. Their replies are kept in the state. */
import type {
  AnnounceInput,
  EditInput,
  ListedAnnouncement,
} from "../../server/announcements/schema.ts";
import { api, call, Failed, type Reply } from "../kit/net/api.ts";
import {
  addFetchedPage,
  type FetchedPage,
  fetchList,
  fetchListPage,
} from "../kit/data/list-page.ts";
import { store } from "../kit/net/store.ts";
import { newestFirst, nextPage, type Page, removeRow } from "../kit/data/paged-list.ts";
import { withPrepared } from "../kit/data/prepared.ts";
import { announcements, announcementsAtom, prepared } from "./state.ts";

const PAGE = 100;

const fetchPage = (page: Page, signal?: AbortSignal): Promise<FetchedPage<ListedAnnouncement>> =>
  fetchListPage(
    page,
    (query) => call(api.messages.announcement.$get({ query }, { init: { signal } })),
  );

export async function loadAnnouncements(signal: AbortSignal): Promise<void> {
  announcements.keep(
    await fetchList((page) => fetchPage(page, signal), {
      size: PAGE,
      order: newestFirst,
      known: () => store.get(announcementsAtom)?.items.length ?? 0,
    }),
  );
}

export async function loadOlderAnnouncements(): Promise<void> {
  const known = store.get(announcementsAtom);
  if (known === null) return;
  const page = await fetchPage(nextPage(known.items.length, PAGE));
  announcements.keep(addFetchedPage(store.get(announcementsAtom), page, newestFirst));
}

export async function loadPrepared(signal: AbortSignal): Promise<void> {
  const { data: items, seq } = await call(
    api.messages.announcement.prepared.$get({}, { init: { signal } }),
  );
  prepared.keep({ items, seq, stale: false });
}

function keepReply({ data, seq }: Reply<ListedAnnouncement>): void {
  const { appearsAt, ...rest } = data;
  if (appearsAt === undefined) {
    announcements.keepOwn({ event: "announcement.saved", data: { ...rest, seq } });
  }
  const item = appearsAt === undefined ? null : { ...rest, appearsAt };
  prepared.edit((known) => withPrepared(known, data._id, item));
}

/** @returns the time at which it appears, if it is prepared */
export async function createAnnouncement(
  json: AnnounceInput,
  key: string,
): Promise<string | undefined> {
  const headers = { "Idempotency-Key": key };
  const reply = await call(api.messages.announcement.$post({ json }, { headers }));
  keepReply(reply);
  return reply.data.appearsAt;
}

export async function publishAnnouncement(id: string): Promise<void> {
  keepReply(await call(api.messages.announcement[":id"].publish.$post({ param: { id } })));
}

/** @throws Failed 409 `stale`, after the newer version in the reply was kept */
export async function editAnnouncement(id: string, json: EditInput): Promise<void> {
  try {
    keepReply(await call(api.messages.announcement[":id"].$put({ param: { id }, json })));
  } catch (error) {
    if (error instanceof Failed && error.code === "stale") {
      keepReply({ data: error.body.current as ListedAnnouncement, seq: error.seq });
    } else if (error instanceof Failed && error.status === 404) forget(id);
    throw error;
  }
}

export async function deleteAnnouncement(id: string): Promise<void> {
  try {
    await call(api.messages.announcement[":id"].$delete({ param: { id } }));
  } catch (error) {
    // Another person has deleted it first.
    if (!(error instanceof Failed) || error.status !== 404) throw error;
  }
  forget(id);
}

function forget(id: string): void {
  announcements.edit((known) => ({ ...known, ...removeRow(known, id) }));
  prepared.edit((known) => withPrepared(known, id, null));
}
