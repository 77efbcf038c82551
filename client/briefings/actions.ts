/** The calls about briefings, and keeping what came back. */
import type { Briefing, WriteInput } from "../../server/briefings/schema.ts";
import { api, call, Failed } from "../kit/api.ts";
import { todayAtom } from "../kit/day.ts";
import { pushesAfter } from "../kit/log.ts";
import { type Paged, paged } from "../kit/paged.ts";
import { store } from "../kit/store.ts";
import { extend, firstPage, nextPage, type Page, type Stretch } from "../kit/stretch.ts";
import {
  type BriefingPush,
  currentAtom,
  isBriefingPush,
  keepBriefingPush,
  keepCurrent,
  keepMonth,
  keepRecent,
  latestFirst,
  monthAtom,
  recentAtom,
} from "./state.ts";

/** Three pages of the home page's eight. */
const FETCHED = 24;

const pushedAfter = (seq: number): BriefingPush[] => pushesAfter(seq).filter(isBriefingPush);

const fetchRecent = (page: Page, signal?: AbortSignal): Promise<Paged<Briefing>> =>
  paged(page, (query) => call(api.dailyBriefing.recent.$get({ query }, { init: { signal } })));

function fillRecent(
  known: Stretch<Briefing> | null,
  { data, seq, ...page }: Paged<Briefing>,
): void {
  const fetched = extend(known, data, { ...page, order: latestFirst });
  store.set(recentAtom, pushedAfter(seq).reduce(keepRecent, fetched));
}

export async function loadRecentBriefings(signal: AbortSignal): Promise<void> {
  fillRecent(null, await fetchRecent(firstPage(FETCHED), signal));
}

export async function loadOlderBriefings(): Promise<void> {
  const known = store.get(recentAtom);
  if (known === null) return;
  const reply = await fetchRecent(nextPage(known.items.length, FETCHED));
  fillRecent(store.get(recentAtom), reply);
}

export async function loadCurrentBriefing(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.dailyBriefing.current.$get({}, { init: { signal } }));
  const day = data?.day ?? store.get(todayAtom);
  if (day === null) return;
  store.set(currentAtom, pushedAfter(seq).reduce(keepCurrent, { day, briefing: data }));
}

export async function loadMonth(month: string, signal: AbortSignal): Promise<void> {
  const query = { month };
  const { data, seq } = await call(api.dailyBriefing.archive.$get({ query }, { init: { signal } }));
  const fetched = { month, list: { items: data, isWhole: true } };
  store.set(monthAtom, pushedAfter(seq).reduce(keepMonth, fetched));
}

/** What a reply of ours says is kept as a push would be: the push may be slow to come. */
function keepReply(data: Briefing, seq: number): void {
  store.set(keepBriefingPush, { event: "briefing.saved", data: { ...data, seq } });
  for (const push of pushedAfter(seq)) store.set(keepBriefingPush, push);
}

function forget(id: string): void {
  store.set(keepBriefingPush, { event: "briefing.deleted", data: { _id: id, seq: 0 } });
}

function keepFromFailure(error: unknown): void {
  if (error instanceof Failed && error.body.current !== undefined) {
    keepReply(error.body.current as Briefing, error.seq);
  }
}

/** @throws Failed 409 `briefing.exists`; today's is then known */
export async function writeBriefing(json: WriteInput, key: string): Promise<void> {
  try {
    const headers = { "Idempotency-Key": key };
    const { data, seq } = await call(api.dailyBriefing.$post({ json }, { headers }));
    keepReply(data, seq);
  } catch (error) {
    keepFromFailure(error);
    throw error;
  }
}

/** @throws Failed 409 `stale`; the newer one is then known */
export async function rewriteBriefing(
  id: string,
  json: WriteInput & { version: number },
): Promise<void> {
  try {
    const { data, seq } = await call(api.dailyBriefing[":id"].$put({ param: { id }, json }));
    keepReply(data, seq);
  } catch (error) {
    keepFromFailure(error);
    if (error instanceof Failed && error.status === 404) forget(id);
    throw error;
  }
}

export async function deleteBriefing(id: string): Promise<void> {
  try {
    await call(api.dailyBriefing[":id"].$delete({ param: { id } }));
  } catch (error) {
    // Somebody else was faster.
    if (!(error instanceof Failed) || error.status !== 404) throw error;
  }
  forget(id);
}
