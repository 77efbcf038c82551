/** The desk's API calls; replies are stored in the state. */
import {
  type Limits,
  REPLY_KEYS,
  REPLY_NAME_MOST,
  type SavedReply,
  type SavedReplyInput,
} from "../../server/desk/schema.ts";
import { api, call, type Reply } from "../kit/net/api.ts";
import { meAtom } from "../kit/net/session.ts";
import { resyncAtom } from "../kit/net/socket.ts";
import { store } from "../kit/net/store.ts";
import { waitLimitsAtom } from "../kit/triage/limits.ts";
import { shorten } from "../kit/ui/shorten.ts";
import { type About, classWeekAtom, context, desk, replies, repliesAtom } from "./state.ts";

export async function loadDesk(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.desk.$get({}, { init: { signal } }));
  store.set(waitLimitsAtom, data.limits);
  desk.store({ ...data, seq });
}

export async function loadClassWeek(signal: AbortSignal): Promise<void> {
  const { data } = await call(api.desk.week.$get({}, { init: { signal } }));
  store.set(classWeekAtom, data);
}

export async function setLimits(json: Limits): Promise<void> {
  store.set(waitLimitsAtom, (await call(api.desk.limits.$put({ json }))).data);
}

/** The number of resyncs at which the replies were loaded: events keep them up to date since. */
let loadedAt = -1;

export async function loadReplies(signal: AbortSignal): Promise<void> {
  const known = store.get(repliesAtom);
  const resyncs = store.get(resyncAtom);
  if (known !== null && !known.stale && loadedAt === resyncs) return;
  const reply = await call(api.desk.replies.$get({}, { init: { signal } }));
  loadedAt = resyncs;
  replies.storeWhole(reply);
}

/** Returns a text as a reply, with its beginning as the name and the first key that is free. */
export function named(text: string): SavedReplyInput {
  const first = text.trim().split("\n", 1)[0] ?? "";
  const name = shorten(first, REPLY_NAME_MOST);
  const me = store.get(meAtom);
  const own = store.get(repliesAtom)?.items.filter(({ owner }) => owner._id === me?._id) ?? [];
  const taken = new Set(own.map(({ key }) => key));
  return { name, text, key: REPLY_KEYS.find((key) => !taken.has(key)) ?? null, shared: false };
}

const storeReply = (reply: Reply<SavedReply>): void => replies.applyOwn("saved-reply.saved", reply);

export async function saveReply(json: SavedReplyInput): Promise<void> {
  // The server takes the same text only once, so the call needs no key.
  storeReply(await call(api.desk.replies.$post({ json })));
}

export async function editReply(
  { _id: id, version }: SavedReply,
  input: SavedReplyInput,
): Promise<void> {
  const json = { ...input, version };
  storeReply(await call(api.desk.replies[":id"].$put({ param: { id }, json })));
}

export async function deleteReply(id: string): Promise<void> {
  const { seq } = await call(api.desk.replies[":id"].$delete({ param: { id } }));
  replies.applyOwn("saved-reply.removed", { data: { _id: id }, seq });
}

export async function loadContext(about: About, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.desk.context.$get({ query: { ...about } }, { init: { signal } }),
  );
  context.store({ about, context: data, seq });
}
