/** The calls about announcements, and keeping what came back. */
import type { AnnounceInput, Announcement, EditInput } from "../../server/announcements/schema.ts";
import { api, call, Failed, type Reply } from "../kit/api.ts";
import { pushesAfter } from "../kit/log.ts";
import { type Paged, paged } from "../kit/paged.ts";
import { store } from "../kit/store.ts";
import {
  drop,
  extend,
  firstPage,
  newestFirst,
  nextPage,
  type Page,
  put,
  type Stretch,
} from "../kit/stretch.ts";
import { announcementsAtom, isAnnouncementPush, keepAnnouncement } from "./state.ts";

const PAGE = 100;

function keep(fetched: Stretch<Announcement>, seq: number): void {
  const pushes = pushesAfter(seq).filter(isAnnouncementPush);
  store.set(announcementsAtom, pushes.reduce(keepAnnouncement, fetched));
}

const fetchPage = (page: Page, signal?: AbortSignal): Promise<Paged<Announcement>> =>
  paged(page, (query) => call(api.messages.announcement.$get({ query }, { init: { signal } })));

export async function loadAnnouncements(signal: AbortSignal): Promise<void> {
  const { data, seq, ...page } = await fetchPage(firstPage(PAGE), signal);
  keep(extend(null, data, { ...page, order: newestFirst }), seq);
}

export async function loadOlderAnnouncements(): Promise<void> {
  const known = store.get(announcementsAtom);
  if (known === null) return;
  const { data, seq, ...page } = await fetchPage(nextPage(known.items.length, PAGE));
  keep(extend(store.get(announcementsAtom), data, { ...page, order: newestFirst }), seq);
}

/** What a reply of ours says is kept as well: the push may be slow to come. */
function keepReply({ data, seq }: Reply<Announcement>): void {
  const known = store.get(announcementsAtom);
  if (known !== null) keep(put(known, data, newestFirst), seq);
}

export async function announce(json: AnnounceInput, key: string): Promise<void> {
  const headers = { "Idempotency-Key": key };
  keepReply(await call(api.messages.announcement.$post({ json }, { headers })));
}

/** @throws Failed 409 `stale`; the newer one is then known */
export async function editAnnouncement(id: string, json: EditInput): Promise<void> {
  try {
    keepReply(await call(api.messages.announcement[":id"].$put({ param: { id }, json })));
  } catch (error) {
    if (error instanceof Failed && error.code === "stale") {
      keepReply({ data: error.body.current as Announcement, seq: error.seq });
    } else if (error instanceof Failed && error.status === 404) forget(id);
    throw error;
  }
}

export async function deleteAnnouncement(id: string): Promise<void> {
  try {
    await call(api.messages.announcement[":id"].$delete({ param: { id } }));
  } catch (error) {
    // Somebody else was faster.
    if (!(error instanceof Failed) || error.status !== 404) throw error;
  }
  forget(id);
}

function forget(id: string): void {
  store.set(announcementsAtom, (known) => known === null ? null : drop(known, id));
}

/** Links as they are typed: separated by commas. */
export const splitLinks = (typed: string): string[] =>
  typed.split(",").map((link) => link.trim()).filter((link) => link !== "");
