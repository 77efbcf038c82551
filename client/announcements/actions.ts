/** API calls about announcements. Their replies are stored in the state. */
import type {
  AnnounceInput,
  EditInput,
  ListedAnnouncement,
} from "../../server/announcements/schema.ts";
import { api, call, callAndStore, callToRemove, once, type Reply } from "../kit/net/api.ts";
import { announcements, scheduled } from "./state.ts";

const pages = (signal?: AbortSignal) => ({
  size: 100,
  fetch: (query: { page: string; limit: string }) =>
    call(api.messages.announcement.$get({ query }, { init: { signal } })),
});

export const loadAnnouncements = (signal: AbortSignal): Promise<void> =>
  announcements.load(pages(signal));

export const loadOlderAnnouncements = (): Promise<void> => announcements.loadOlder(pages());

export async function loadScheduled(signal: AbortSignal): Promise<void> {
  scheduled.storeWhole(
    await call(
      api.messages.announcement.prepared.$get({}, { init: { signal } }),
    ),
  );
}

function storeReply({ data: { appearsAt, ...row }, seq }: Reply<ListedAnnouncement>): void {
  if (appearsAt !== undefined) return scheduled.put(row._id, { ...row, appearsAt });
  announcements.applyOwn("announcement.saved", { data: row, seq });
  scheduled.put(row._id, null);
}

/** @returns the time at which it appears, if it is prepared */
export async function createAnnouncement(
  json: AnnounceInput,
  key: string,
): Promise<string | undefined> {
  const reply = await call(api.messages.announcement.$post({ json }, once(key)));
  storeReply(reply);
  return reply.data.appearsAt;
}

export async function publishAnnouncement(id: string): Promise<void> {
  storeReply(await call(api.messages.announcement[":id"].publish.$post({ param: { id } })));
}

/** @throws CallError 409 `stale`, after the newer version in the reply was stored */
export async function editAnnouncement(id: string, json: EditInput): Promise<void> {
  const request = api.messages.announcement[":id"].$put({ param: { id }, json });
  await callAndStore(request, storeReply, () => forget(id));
}

export async function deleteAnnouncement(id: string): Promise<void> {
  await callToRemove(api.messages.announcement[":id"].$delete({ param: { id } }));
  forget(id);
}

function forget(id: string): void {
  for (const list of [announcements, scheduled]) list.put(id, null);
}
