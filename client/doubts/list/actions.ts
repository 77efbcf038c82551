/** API calls for lists of doubts and the queue. */
import { type DoubtFilter, QUEUE_CEILING } from "../../../server/doubts/schema.ts";
import { api, call } from "../../kit/net/api.ts";
import { markStale } from "../../kit/data/live-query.ts";
import { NO_QUEUE } from "../../kit/data/work-queue.ts";
import { meAtom } from "../../kit/net/session.ts";
import { store } from "../../kit/net/store.ts";
import { nextPage } from "../../kit/data/live-list.ts";
import { doubtsAtom, knownIn, storeRows } from "../state.ts";
import {
  type DoubtQueue,
  extendQueue,
  keptQueueAtom,
  list,
  queue,
  raised,
  rowsOf,
} from "./state.ts";

const RAISED_MOST = 20;

export const loadDoubts = (filter: DoubtFilter, signal: AbortSignal) =>
  loadInto(list, filter, signal);

export const loadRaised = (assignmentId: string, signal: AbortSignal) =>
  loadInto(raised, { assignmentId, scope: "mine", page: 1, limit: RAISED_MOST }, signal);

async function loadInto(
  into: typeof list,
  asked: Partial<DoubtFilter> & Pick<DoubtFilter, "page" | "limit">,
  signal: AbortSignal,
): Promise<void> {
  const filter = asked as DoubtFilter;
  const { page, limit, ...rest } = filter;
  const query = { ...rest, page: String(page), limit: String(limit) };
  const { data, seq } = await call(
    api.doubts["filter-doubts"].$get({ query }, { init: { signal } }),
  );
  const me = store.get(meAtom);
  if (me === null) return;
  const { doubts: rows, total, sent } = data;
  storeRows(rows, seq);
  const ids = rows.map(({ _id }) => _id);
  into.store({ filter, me, ids, ...(sent && { sent }), total, seq });
}

const QUEUE_PAGE = 100;
/** Of all sections: the screen chooses among them. */
const WAITING = { order: "queue", resolved: "false", section: "all" } as const;

const lengthOf = (queue: DoubtQueue): number =>
  rowsOf(queue, knownIn(store.get(doubtsAtom))).length;

/** Fetches the queue page by page. Rows that this tab has loaded before stay stored. */
export async function loadQueue(signal: AbortSignal): Promise<void> {
  const before = store.get(keptQueueAtom);
  let now: DoubtQueue = NO_QUEUE;
  for (let isLast = false; !isLast;) {
    const { page, limit } = nextPage(lengthOf(now), QUEUE_PAGE);
    const { data: { doubts: rows }, seq } = await call(api.doubts["filter-doubts"].$get({
      query: { ...WAITING, page: String(page), limit: String(limit) },
    }, { init: { signal } }));
    // The server has no pages beyond the ceiling.
    const size = Math.min(limit, QUEUE_CEILING - (page - 1) * limit);
    const { pages } = now;
    const length = lengthOf(now);
    storeRows(rows, seq);
    const since = { ...now, seq: Math.min(now.seq || seq, seq) };
    now = queue.replayed(extendQueue(since, { rows, page, size }));
    isLast = now.isWhole || page * limit >= QUEUE_CEILING || lengthOf(now) === length;
    // The first load is shown page by page, so that work can start at once. A queue that is already
    // shown is replaced only when all pages are loaded.
    const isShort = before !== null && now.pages === pages;
    if (isShort) queue.edit(markStale);
    else if (before === null || isLast) store.set(keptQueueAtom, now);
  }
}
