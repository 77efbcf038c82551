/** API calls for reviews; replies are stored in the state. */
import { isSameFilter } from "../kit/data/query.ts";
import type { Attachments } from "../../server/comments/schema.ts";
import type {
  HistoryEntry,
  ListedReview,
  QueueFilter,
  ReviewInput,
} from "../../server/reviews/schema.ts";
import { giveBackAttached, takeAttached } from "../comments/drafts/state.ts";
import { api, call, CallError, once, type Reply } from "../kit/net/api.ts";
import { makeClaims, withClaim } from "../kit/data/lease.ts";
import { markStale } from "../kit/data/live-query.ts";
import { clearDraft, draftKey, readDraft, writeDraft } from "../kit/forms/draft.ts";
import { enqueue, type OutboxItem, type Senders } from "../kit/data/outbox.ts";
import { NO_QUEUE } from "../kit/data/work-queue.ts";
import { nextPage } from "../kit/data/live-list.ts";
import { store } from "../kit/net/store.ts";
import { toast } from "../kit/data/toast.ts";
import {
  extendQueue,
  historiesAtom,
  keptQueueAtom,
  keyOf,
  knownIn,
  list,
  partsOf,
  queue,
  refusedKeysAtom,
  type ReviewList,
  type ReviewQueue,
  reviews,
  reviewsAtom,
  reviewsById,
  rowsOf,
} from "./state.ts";

const toQuery = ({ page, limit, ...names }: QueueFilter) => ({
  ...names,
  page: String(page),
  limit: String(limit),
});

export async function loadReviews(filter: QueueFilter, signal: AbortSignal): Promise<void> {
  const query = toQuery(filter);
  const { data: { reviews: rows, total }, seq } = await call(
    api.assignments.reviews.$get({ query }, { init: { signal } }),
  );
  storeList({ of: "all", filter, rows, total, seq });
}

/** Loads the signed-in learner's own responses, newest first. */
export async function loadSolved(filter: QueueFilter, signal: AbortSignal): Promise<void> {
  const { studentName: _, section: __, ...query } = toQuery(filter);
  const { data: { assignments: rows, total }, seq } = await call(
    api.assignments.solved.$get({ query }, { init: { signal } }),
  );
  storeList({ of: "own", filter, rows, total, seq });
}

type Page = Pick<ReviewList, "of" | "filter" | "total" | "seq"> & { rows: readonly ListedReview[] };

function storeList({ rows, ...page }: Page): void {
  storeRows(rows, page.seq);
  list.store({ ...page, keys: rows.map(keyOf) });
}

function storeRows(rows: readonly ListedReview[], seq: number): void {
  if (rows.length > 0) reviews.store(reviewsById(rows, seq));
}

// The queue

const QUEUE_PAGE = 100;

type QueueNames = ReviewQueue["filter"];

async function askQueue(queue: ReviewQueue, signal?: AbortSignal) {
  const loaded = rowsOf(queue, knownIn(store.get(reviewsAtom))).length;
  const page = nextPage(loaded, QUEUE_PAGE);
  const asked = toQuery({ ...queue.filter, reviewStatus: "pending", waiting: "true", ...page });
  const { data, seq } = await call(
    api.assignments.reviews.$get({ query: asked }, { init: { signal } }),
  );
  return { rows: data.reviews, total: data.total, page: page.page, size: page.limit, seq };
}

/** Returns the queue with one more page, and with the events that arrived during the request. */
function lengthen(known: ReviewQueue, page: Awaited<ReturnType<typeof askQueue>>): ReviewQueue {
  const seq = known.pages === 0 ? page.seq : Math.min(page.seq, known.seq);
  storeRows(page.rows, page.seq);
  return queue.replayed({ ...extendQueue(known, page), total: page.total, seq });
}

/** Fetches the queue again, up to the page that was loaded. Rows from before stay stored. */
export async function loadQueue(filter: QueueNames, signal: AbortSignal): Promise<void> {
  const before = store.get(keptQueueAtom);
  const isSame = before !== null && isSameFilter(before.filter, filter);
  let now: ReviewQueue = { ...NO_QUEUE, filter, total: 0 };
  const wanted = isSame ? before.pages : 1;
  for (let pages = -1; pages < now.pages && now.pages < wanted && !now.isWhole;) {
    pages = now.pages;
    now = lengthen(now, await askQueue(now, signal));
  }
  const isShort = now.pages < wanted && !now.isWhole;
  // A queue that is shown stays, and is fetched again.
  if (isShort) queue.edit(markStale);
  else store.set(keptQueueAtom, now);
}

let extending = false;

/** Fetches the next page of the queue. After a failure, the next scroll tries again. */
export async function loadMore(): Promise<void> {
  const before = store.get(keptQueueAtom);
  if (extending || before === null || before.isWhole) return;
  extending = true;
  try {
    const page = await askQueue(before);
    queue.edit((now) => now.filter === before.filter ? lengthen(now, page) : now);
  } catch {
    // Ignored: the loaded rows stay.
  } finally {
    extending = false;
  }
}

// One response

/** Fetches a response that is in no list: opened by a link, or further down in the queue. */
export async function loadItem(key: string, signal: AbortSignal): Promise<void> {
  const { assignmentId: id, studentId } = partsOf(key);
  const [{ data: { title, responses }, seq }] = await Promise.all([
    call(api.assignments[":id"].$get({ param: { id } }, { init: { signal } })),
    loadHistory(key, null, signal),
  ]);
  const response = responses.find(({ student }) => student._id === studentId);
  if (response === undefined) {
    throw new CallError(404, { msg: "This response does not exist.", code: "not-found" });
  }
  const history = store.get(historiesAtom)[key] ?? [];
  const submittedAt = history.findLast(({ type }) => type === "attempt")?.createdAt ??
    response.updatedAt;
  const item: ListedReview = {
    ...response,
    assignmentId: id,
    assignmentTitle: title,
    submittedAt,
    waitingSince: firstUnanswered(history)?.createdAt ?? response.mentorReview.again?.at ??
      submittedAt,
    claim: store.get(reviewsAtom)[key]?.row.claim ?? null,
  };
  storeRows([item], seq);
}

/** Returns the first attempt after the last decision. */
function firstUnanswered(history: readonly HistoryEntry[]): HistoryEntry | undefined {
  const decided = history.findLastIndex((entry) =>
    entry.type === "review" && entry.status !== "pending"
  );
  return history.slice(decided + 1).find(({ type }) => type === "attempt");
}

/** @param _version a new one has a new history */
export async function loadHistory(
  key: string,
  _version: number | null,
  signal: AbortSignal,
): Promise<void> {
  const { assignmentId: id, studentId } = partsOf(key);
  const { history } = api.assignments[":id"].responses[":studentId"];
  const { data } = await call(
    history.$get({ param: { id, studentId }, query: {} }, { init: { signal } }),
  );
  store.set(historiesAtom, (histories) => ({ ...histories, [key]: data }));
}

export async function askAgain(id: string, reason: string): Promise<void> {
  const { again } = api.assignments[":id"].review;
  applyReviewed(await call(again.$post({ param: { id }, json: { reason } })));
}

function applyReviewed({ data: { claim, ...item }, seq }: Reply<ListedReview>): void {
  queue.applyOwn("review.changed", { data: item, seq });
  reviews.applyOwn("review.changed", { data: item, seq });
  if (claim !== undefined) storeClaim(keyOf(item), claim, seq);
  list.edit(markStale);
}

// Claims

export const { claim, claimWhileWriting, onClaimed, release } = makeClaims({
  take(key, asked, init) {
    const { assignmentId: id, studentId } = partsOf(key);
    const { claim } = api.assignments[":id"].review;
    return call(claim.$post({ param: { id }, json: { studentId, ...asked } }, { init }));
  },
  drop(key) {
    const { assignmentId: id, studentId } = partsOf(key);
    const { claim } = api.assignments[":id"].review;
    return call(claim.$delete({ param: { id }, json: { studentId } }));
  },
  show: storeClaim,
});

function storeClaim(key: string, held: ListedReview["claim"], seq: number): void {
  reviews.edit(key, (known) => withClaim(known, held, seq));
}

// Sending a review: it is stored in this browser first, and sent as soon as possible

/** A review that is being written, and the version of the response that it is about. */
export type ReviewDraft = {
  reviewStatus: ReviewInput["reviewStatus"];
  mentorComment: string;
  /** Null while the code is not being corrected. */
  updatedStudentSolution: string | null;
  /** The ids of the chosen points; null while none was chosen. */
  rubric: string[] | null;
  base: number;
  /** Why the server refused it. */
  refusal: string;
};

/** A review in the outbox; those of earlier builds have nothing attached. */
type SentReview = ReviewDraft & { attached?: Attachments };

export const reviewDraftKey = (key: string): string => draftKey("review", key);

export function sendReview(key: string, draft: ReviewDraft): void {
  const body = { ...draft, attached: takeAttached(key) };
  enqueue({ feature: "reviews", kind: "review", subject: key, body });
  clearDraft(reviewDraftKey(key));
  store.set(refusedKeysAtom, (keys) => keys.filter((one) => one !== key));
}

const NEWER = "Your review was not sent, because something newer came in. Look at it, " +
  "then send your review again.";

export const senders: Senders = {
  review: {
    ready: ({ subject }) => onClaimed(subject),
    async send(item) {
      const { base: version, refusal: _, attached, ...draft } = item.body as SentReview;
      const { assignmentId: id, studentId } = partsOf(item.subject);
      const { updatedStudentSolution, rubric, ...decision } = draft;
      const json = {
        ...decision,
        ...attached,
        ...(updatedStudentSolution === null ? {} : { updatedStudentSolution }),
        ...(rubric ? { rubric } : {}),
        studentId,
        version,
      };
      applyReviewed(
        await call(api.assignments[":id"].review.$put({ param: { id }, json }, once(item.key))),
      );
      toast.success("Review updated successfully!");
    },
    refused(item, failure) {
      const isStale = failure.code === "stale";
      if (isStale) {
        applyReviewed({ data: failure.body.current as ListedReview, seq: failure.seq });
      }
      giveBack(item, isStale ? NEWER : failure.message);
      toast.error("Failed to update review.");
    },
  },
};

/** Turns a refused review back into a draft. Text that was typed since stays below it. */
function giveBack(item: OutboxItem, refusal: string): void {
  const key = reviewDraftKey(item.subject);
  const { attached = {}, ...sent } = item.body as SentReview;
  giveBackAttached(item.subject, attached);
  const typed = readDraft<Partial<ReviewDraft>>(key)?.mentorComment ?? "";
  const mentorComment = typed === "" ? sent.mentorComment : `${sent.mentorComment}\n\n${typed}`;
  writeDraft(key, { ...sent, mentorComment, refusal });
  store.set(
    refusedKeysAtom,
    (keys) => [...keys.filter((one) => one !== item.subject), item.subject],
  );
}
