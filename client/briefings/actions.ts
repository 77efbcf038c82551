/** API calls about briefings. Their replies are stored in the state. */
import type { Briefing, RewriteInput, WriteInput } from "../../server/briefings/schema.ts";
import { api, call, callAndStore, callToRemove, once, type Reply } from "../kit/net/api.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { store } from "../kit/net/store.ts";
import { current, month, recent, scheduled } from "./state.ts";

/** Rows of one request: three pages of the home page, which shows eight. */
const pages = (signal?: AbortSignal) => ({
  size: 24,
  fetch: (query: { page: string; limit: string }) =>
    call(api.dailyBriefing.recent.$get({ query }, { init: { signal } })),
});

export const loadRecentBriefings = (signal: AbortSignal): Promise<void> =>
  recent.load(pages(signal));

export const loadOlderBriefings = (): Promise<void> => recent.loadOlder(pages());

export async function loadCurrentBriefing(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.dailyBriefing.current.$get({}, { init: { signal } }));
  const day = data?.day ?? store.get(todayAtom);
  if (day === null) return;
  current.store({ day, briefing: data, seq });
}

export async function loadMonth(asked: string, signal: AbortSignal): Promise<void> {
  const query = { month: asked };
  const { data, seq } = await call(api.dailyBriefing.archive.$get({ query }, { init: { signal } }));
  month.store({ month: asked, items: data, isWhole: true, seq });
}

export async function loadScheduled(signal: AbortSignal): Promise<void> {
  scheduled.storeWhole(
    await call(
      api.dailyBriefing.prepared.$get({}, { init: { signal } }),
    ),
  );
}

function storeReply({ data: { appearsAt, ...data }, seq }: Reply<Briefing>): void {
  if (appearsAt !== undefined) return scheduled.put(data._id, { ...data, appearsAt });
  scheduled.put(data._id, null);
  for (const query of [recent, current, month]) query.applyOwn("briefing.saved", { data, seq });
}

function forget(id: string): void {
  for (const list of [recent, month, scheduled]) list.put(id, null);
  current.edit((known) => known.briefing?._id === id ? { ...known, briefing: null } : known);
}

/**
 * @returns the time at which it appears, if it is prepared
 * @throws CallError 409 `briefing.exists`, after today's briefing in the reply was stored
 */
export async function writeBriefing(json: WriteInput, key: string): Promise<string | undefined> {
  return (await callAndStore(api.dailyBriefing.$post({ json }, once(key)), storeReply)).appearsAt;
}

/** @throws CallError 409 `briefing.exists`, after today's briefing in the reply was stored */
export async function publishBriefing(id: string): Promise<void> {
  await callAndStore(api.dailyBriefing[":id"].publish.$post({ param: { id } }), storeReply);
}

/** @throws CallError 409 `stale`, after the newer version in the reply was stored */
export async function updateBriefing(
  id: string,
  json: RewriteInput & { version: number },
): Promise<void> {
  const request = api.dailyBriefing[":id"].$put({ param: { id }, json });
  await callAndStore(request, storeReply, () => forget(id));
}

export async function deleteBriefing(id: string): Promise<void> {
  await callToRemove(api.dailyBriefing[":id"].$delete({ param: { id } }));
  forget(id);
}
