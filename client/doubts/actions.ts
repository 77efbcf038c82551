/** The calls about doubts, and keeping what came back. */
import { ceilingOf } from "../../server/doubts/policy.ts";
import {
  type Claim,
  type Doubt,
  type DoubtFilter,
  type EntryPage,
  type ListedDoubt,
  QUEUE_CEILING,
} from "../../server/doubts/schema.ts";
import { api, call, Failed, isAbort, type Reply } from "../kit/api.ts";
import { claimsOf } from "../kit/claiming.ts";
import { draftKey, readDraft, writeDraft } from "../kit/draft.ts";
import { pushesAfter } from "../kit/log.ts";
import { NO_QUEUE } from "../kit/queue.ts";
import { type Outgoing, post, type Senders, withdraw } from "../kit/outgoing.ts";
import { meAtom } from "../kit/session.ts";
import { ask, onReady, tell } from "../kit/socket.ts";
import { store } from "../kit/store.ts";
import { nextPage } from "../kit/stretch.ts";
import { toast } from "../kit/toast.tsx";
import { keepSeenCount } from "../kit/unread.tsx";
import { countOf, withEarlier } from "../threads/state.ts";
import {
  type DoubtQueue,
  extendQueue,
  isBehind,
  isDoubtPush,
  keepClaim,
  keepInList,
  keepInQueue,
  keepInThread,
  keepThread,
  listAtom,
  queueAtom,
  raisedAtom,
  returnedAtom,
  type Thread,
  threadsAtom,
} from "./state.ts";

const RAISED_MOST = 20;
const TYPING_EVERY = 3000;
const MEND_AFTER = 1500;

export const loadDoubts = (filter: DoubtFilter, signal: AbortSignal) =>
  loadInto(listAtom, filter, signal);

/** What one has raised on assignments of this title. */
export const loadRaised = (assignmentTitle: string, signal: AbortSignal) =>
  loadInto(raisedAtom, { assignmentTitle, scope: "mine", page: 1, limit: RAISED_MOST }, signal);

async function loadInto(
  into: typeof listAtom,
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
  // What was pushed while the reply was under way comes on top of it.
  const fetched = { filter, me, ...data, ceiling: ceilingOf(filter, me), seq, stale: false };
  store.set(into, pushesAfter(seq).filter(isDoubtPush).reduce(keepInList, fetched));
}

const QUEUE_PAGE = 100;

/** Of a queue too long to be loaded whole, so little is left that more has to be fetched. */
export const runsLow = ({ isWhole, pages, waiting }: DoubtQueue): boolean =>
  !isWhole && pages * QUEUE_PAGE >= QUEUE_CEILING && waiting.length < QUEUE_CEILING / 2;

/** The queue afresh, page after page; what this desk has seen stays known. */
export async function loadQueue(signal: AbortSignal): Promise<void> {
  const before = store.get(queueAtom);
  let queue: DoubtQueue = before === null ? NO_QUEUE : { ...NO_QUEUE, known: before.known };
  for (let isLast = false; !isLast;) {
    const { page, limit } = nextPage(queue.waiting.length, QUEUE_PAGE);
    const { data: { doubts }, seq } = await call(api.doubts["filter-doubts"].$get({
      query: { order: "queue", resolved: "false", page: String(page), limit: String(limit) },
    }, { init: { signal } }));
    // Further than that nobody pages.
    const size = Math.min(limit, QUEUE_CEILING - (page - 1) * limit);
    const { waiting: { length }, pages } = queue;
    const since = { ...queue, seq: queue.seq || seq };
    queue = pushesAfter(since.seq).filter(isDoubtPush)
      .reduce(keepInQueue, extendQueue(since, { rows: doubts, page, size }));
    isLast = queue.isWhole || page * limit >= QUEUE_CEILING || queue.waiting.length === length;
    // The first page can be worked on at once; a queue that is there already is replaced whole.
    const isShort = before !== null && queue.pages === pages;
    if (before === null || isLast) {
      store.set(queueAtom, (now) => isShort ? now && { ...now, stale: true } : queue);
    }
  }
}

function keepReply({ data: doubt, seq }: Reply<Doubt>): void {
  store.set(threadsAtom, (threads) => {
    const kept = keepThread(threads[doubt._id], doubt, seq);
    const pushes = pushesAfter(seq).filter(isDoubtPush);
    return { ...threads, [doubt._id]: pushes.reduce(keepInThread, kept) };
  });
}

/** What one has said oneself is no news, wherever one is by now. */
function keepSaid(reply: Reply<Doubt>): void {
  keepReply(reply);
  keepSeenCount(reply.data._id, countOf(reply.data));
}

export async function loadThread(id: string, signal?: AbortSignal): Promise<void> {
  keepReply(await call(api.doubts[":id"].$get({ param: { id } }, { init: { signal } })));
}

const EARLIER_PAGE = 40;

/** The newest of the entries that are not shown yet. */
export async function fetchEarlier({ _id: id, earlier }: Doubt): Promise<EntryPage> {
  const query = { before: String(earlier?.before ?? 1), limit: String(EARLIER_PAGE) };
  return (await call(api.doubts[":id"].entries.$get({ param: { id }, query }))).data;
}

export function keepEarlier(id: string, page: EntryPage): void {
  store.set(threadsAtom, (threads) => {
    const known = threads[id];
    if (known === undefined) return threads;
    const { earlier: _, ...doubt } = known.doubt;
    return {
      ...threads,
      [id]: { ...known, doubt: { ...doubt, ...withEarlier(known.doubt, page) } },
    };
  });
}

/**
 * Follows a thread live: again after each reconnection, and fetched again whenever something may
 * have been missed. Returns how to stop.
 */
export function followThread(id: string): () => void {
  const stop = new AbortController();
  // Losing the connection now means that the next one asks again.
  const refresh = () => loadThread(id, stop.signal).catch(() => {});
  const stopReady = onReady(async () => {
    const answer = await ask<{ ok: boolean; seq: number }>("watch", { doubtId: id });
    if (stop.signal.aborted || answer === null) return;
    if (!answer.ok || answer.seq > (thread(id)?.seq ?? Infinity)) await refresh();
  });
  let mending: ReturnType<typeof setTimeout> | undefined;
  const stopMending = store.sub(threadsAtom, () => {
    const known = thread(id);
    if (mending !== undefined || known === undefined || !isBehind(known)) return;
    mending = setTimeout(() => {
      mending = undefined;
      const now = thread(id);
      if (now !== undefined && isBehind(now)) void refresh();
    }, MEND_AFTER * (0.5 + Math.random()));
  });
  return () => {
    stop.abort();
    stopReady();
    stopMending();
    clearTimeout(mending);
    tell("unwatch", { doubtId: id });
  };
}

const thread = (id: string): Thread | undefined => store.get(threadsAtom)[id];

let typedAt = 0;

export function tellTyping(doubtId: string): void {
  if (Date.now() - typedAt < TYPING_EVERY) return;
  typedAt = Date.now();
  tell("typing", { doubtId });
}

// Saying something: it is kept in this browser first, and sent as soon as that is possible.

type Said = "reply" | "followup";

/** What somebody says in a thread. */
export function say(kind: Said, doubt: Doubt, text: string): void {
  const seen = doubt.conversation.at(-1)?._id;
  post({ feature: "doubts", kind, subject: doubt._id, body: { text }, seen });
  store.set(returnedAtom, (ids) => ids.filter((id) => id !== doubt._id));
}

export interface NewDoubt {
  assignmentId: string;
  doubtText: string;
  private?: boolean;
}

export function raise(doubt: NewDoubt): void {
  post({ feature: "doubts", kind: "raise", subject: doubt.assignmentId, body: doubt });
}

const once = ({ key }: Outgoing) => ({ headers: { "Idempotency-Key": key } });

const textOf = (item: Outgoing): string => (item.body as { text: string }).text;

/** Puts a text back where it was typed; what was typed since stays below it. */
function giveBack(key: string, field: string, text: string, failure?: Failed): void {
  const draft = readDraft<Record<string, string>>(key) ?? {};
  const typed = draft[field] ?? "";
  writeDraft(key, {
    ...draft,
    [field]: typed === "" ? text : `${text}\n\n${typed}`,
    ...(failure && { refusal: failure.message }),
  });
}

/** Before it has left, what was said can be taken back and said better. */
export function takeBack(item: Outgoing): void {
  if (!withdraw(item.key)) return;
  giveBack(draftKey(item.kind, item.subject), item.kind, textOf(item));
}

export const senders: Senders = {
  reply: {
    async send(item) {
      const json = { reply: textOf(item) };
      const param = { id: item.subject };
      await claims.claimed(item.subject);
      keepSaid(await call(api.doubts[":id"].reply.$put({ param, json }, once(item))));
      toast.success("Reply sent.");
    },
    refused(item, failure) {
      giveBack(draftKey("reply", item.subject), "reply", textOf(item), failure);
      store.set(returnedAtom, (ids) => [...ids.filter((id) => id !== item.subject), item.subject]);
      toast.error("Failed to send reply.");
    },
  },
  followup: {
    async send(item) {
      const json = { followup: textOf(item) };
      const param = { id: item.subject };
      keepSaid(await call(api.doubts[":id"].followup.$put({ param, json }, once(item))));
      toast.success("Follow-up sent.");
    },
    refused(item, failure) {
      giveBack(draftKey("followup", item.subject), "followup", textOf(item), failure);
      toast.error("Failed to send follow-up.");
    },
  },
  raise: {
    async send(item) {
      const json = item.body as NewDoubt;
      const reply = await call(api.doubts.$post({ json }, once(item)));
      keepReply(reply);
      toast.success(
        reply.data.conversation.length > 1 ? "Your open doubt was asked again." : "Doubt raised.",
      );
    },
    refused(item, failure) {
      const { assignmentId, doubtText } = item.body as NewDoubt;
      giveBack(draftKey("raise", assignmentId), "doubtText", doubtText, failure);
      toast.error(failure.message);
    },
  },
};

// What is not worth keeping when it fails

export async function resolve(id: string): Promise<void> {
  try {
    keepReply(await call(api.doubts[":id"].resolve.$put({ param: { id }, json: {} })));
    toast.success("Doubt marked as resolved.");
  } catch (error) {
    // In another tab it was resolved already: that is what was wanted.
    const isDone = error instanceof Failed && error.code === "doubt.resolved";
    if (!isDone && !isAbort(error)) toast.error("Failed to mark doubt as resolved.");
  }
}

export async function setPrivate(id: string, isPrivate: boolean): Promise<void> {
  const json = { private: isPrivate };
  keepReply(await call(api.doubts[":id"].$patch({ param: { id }, json })));
}

const claims = claimsOf(async (id, takeOver, signal) => {
  const json = takeOver ? { takeOver } : {};
  const claimed = api.doubts[":id"].claim.$post({ param: { id }, json }, { init: { signal } });
  const { data, seq } = await call(claimed);
  showClaim(id, data.claim, seq);
});
export const { claim, claimWhileWriting } = claims;

export async function release(id: string): Promise<void> {
  await claims.claimed(id);
  const { seq } = await call(api.doubts[":id"].claim.$delete({ param: { id } }));
  showClaim(id, null, seq);
}

function showClaim(id: string, held: Claim | null, seq: number): void {
  store.set(threadsAtom, (threads) => {
    const known = threads[id];
    return known === undefined ? threads : { ...threads, [id]: keepClaim(known, held, seq) };
  });
}

/** Doubts that others had with the same: best first, at most five. */
export async function similarDoubts(
  query: { assignmentId: string; text: string },
  signal: AbortSignal,
): Promise<ListedDoubt[]> {
  const { data } = await call(api.doubts.similar.$get({ query }, { init: { signal } }));
  return data;
}
