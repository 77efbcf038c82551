/** The calls about reviews, and keeping what came back. */
import type { QueueFilter, ReviewInput } from "../../server/reviews/schema.ts";
import { api, call, Failed, type Reply } from "../kit/api.ts";
import { claimsOf } from "../kit/claiming.ts";
import { clearDraft, draftKey, readDraft, writeDraft } from "../kit/draft.ts";
import { pushesAfter } from "../kit/log.ts";
import { type Outgoing, post, type Senders } from "../kit/outgoing.ts";
import { NO_QUEUE } from "../kit/queue.ts";
import { meAtom } from "../kit/session.ts";
import { nextPage } from "../kit/stretch.ts";
import { store } from "../kit/store.ts";
import { toast } from "../kit/toast.tsx";
import type { ListedReview } from "../../server/reviews/schema.ts";
import {
  editItems,
  extendQueue,
  historiesAtom,
  isReviewPush,
  itemsAtom,
  keepInItem,
  keepInList,
  keepInQueue,
  keepItem,
  keyOf,
  partsOf,
  queueAtom,
  returnedAtom,
  type ReviewList,
  reviewListAtom,
  type ReviewQueue,
} from "./state.ts";

/** A filter as it travels. */
const toQuery = ({ page, limit, ...names }: QueueFilter) => ({
  ...names,
  page: String(page),
  limit: String(limit),
});

export async function loadReviews(filter: QueueFilter, signal: AbortSignal): Promise<void> {
  const query = toQuery(filter);
  const { data: { reviews, total }, seq } = await call(
    api.assignments.reviews.$get({ query }, { init: { signal } }),
  );
  showList({ of: "all", filter, items: reviews, total, seq, stale: false });
}

/** What the signed-in learner has handed in, newest first. */
export async function loadSolved(filter: QueueFilter, signal: AbortSignal): Promise<void> {
  const { studentName: _, ...query } = toQuery(filter);
  const { data: { assignments: items, total }, seq } = await call(
    api.assignments.solved.$get({ query }, { init: { signal } }),
  );
  showList({ of: "own", filter, items, total, seq, stale: false });
}

function showList(fetched: ReviewList): void {
  const me = store.get(meAtom);
  if (me === null) return;
  const pushes = pushesAfter(fetched.seq).filter(isReviewPush);
  store.set(reviewListAtom, pushes.reduce((list, push) => keepInList(list, push, me), fetched));
}

// The queue

const QUEUE_PAGE = 100;

type Named = ReviewQueue["filter"];

async function askQueue({ filter, waiting }: ReviewQueue, signal?: AbortSignal) {
  const page = nextPage(waiting.length, QUEUE_PAGE);
  const query = toQuery({ ...filter, reviewStatus: "pending", ...page });
  const { data, seq } = await call(api.assignments.reviews.$get({ query }, { init: { signal } }));
  return { ...data, ...page, seq };
}

/** With one more page, and on top of it what was pushed while that was under way. */
function lengthen(queue: ReviewQueue, fetched: Awaited<ReturnType<typeof askQueue>>): ReviewQueue {
  const seq = queue.pages === 0 ? fetched.seq : Math.min(fetched.seq, queue.seq);
  // What has been heard since the server counted is in the queue's own count.
  const total = fetched.seq < queue.seq ? queue.total : fetched.total;
  const longer = { ...extendQueue(queue, { ...fetched, total }), seq };
  return pushesAfter(seq).filter(isReviewPush).reduce(keepInQueue, longer);
}

/** The queue afresh, as far as it was loaded; what this desk has seen stays known. */
export async function loadQueue(filter: Named, signal: AbortSignal): Promise<void> {
  const before = store.get(queueAtom);
  const isSame = before !== null && JSON.stringify(before.filter) === JSON.stringify(filter);
  const known = isSame ? before.known : NO_QUEUE.known;
  let queue: ReviewQueue = { ...NO_QUEUE, filter, known, total: 0 };
  const wanted = isSame ? before.pages : 1;
  do {
    queue = lengthen(queue, await askQueue(queue, signal));
  } while (queue.pages < wanted && !queue.isWhole && !queue.stale);
  const isShort = queue.pages < wanted && !queue.isWhole;
  // What is shown stays, and is fetched again.
  store.set(queueAtom, (now) => isShort ? now && { ...now, stale: true } : queue);
}

let extending = false;

/** The next page of the queue; a failure is tried again with the next scroll. */
export async function loadMore(): Promise<void> {
  const queue = store.get(queueAtom);
  if (extending || queue === null || queue.isWhole) return;
  extending = true;
  try {
    const fetched = await askQueue(queue);
    store.set(
      queueAtom,
      (now) => now === null || now.filter !== queue.filter ? now : lengthen(now, fetched),
    );
  } catch {
    // What is loaded goes on.
  } finally {
    extending = false;
  }
}

// One response

/** A response that is in no list: by a link, or further down in the queue. */
export async function loadItem(key: string, signal: AbortSignal): Promise<void> {
  const { assignmentId: id, studentId } = partsOf(key);
  const [{ data: { title, responses }, seq }] = await Promise.all([
    call(api.assignments[":id"].$get({ param: { id } }, { init: { signal } })),
    loadHistory(key, signal),
  ]);
  const response = responses.find(({ student }) => student._id === studentId);
  if (response === undefined) {
    throw new Failed(404, { msg: "This response does not exist.", code: "not-found" });
  }
  const attempts = store.get(historiesAtom)[key]?.filter(({ type }) => type === "attempt");
  const listed = store.get(queueAtom)?.known.get(key) ??
    store.get(reviewListAtom)?.items.find((item) => keyOf(item) === key);
  const fetched: ListedReview = {
    ...response,
    assignmentId: id,
    assignmentTitle: title,
    waitingSince: attempts?.at(-1)?.createdAt ?? response.updatedAt,
    claim: listed?.claim ?? null,
  };
  const item = pushesAfter(seq).filter(isReviewPush).reduce(keepInItem, fetched);
  store.set(itemsAtom, (items) => ({ ...items, [key]: item }));
}

/** Every attempt and review so far. */
export async function loadHistory(key: string, signal: AbortSignal): Promise<void> {
  const { assignmentId: id, studentId } = partsOf(key);
  const { history } = api.assignments[":id"].responses[":studentId"];
  const { data } = await call(
    history.$get({ param: { id, studentId }, query: {} }, { init: { signal } }),
  );
  store.set(historiesAtom, (histories) => ({ ...histories, [key]: data }));
}

function keepReviewed({ data: item, seq }: Reply<ListedReview>): void {
  const pushes = pushesAfter(seq).filter(isReviewPush);
  const now = pushes.reduce(keepInItem, item);
  keepEverywhere(now);
}

function keepEverywhere(item: ListedReview): void {
  const key = keyOf(item);
  store.set(queueAtom, (queue) => queue === null ? null : keepItem(queue, item));
  store.set(itemsAtom, (items) => key in items ? { ...items, [key]: item } : items);
  store.set(reviewListAtom, (list) =>
    list === null ? null : {
      ...list,
      items: list.items.map((one) => keyOf(one) === key ? item : one),
      stale: true,
    });
}

// Claims

const claims = claimsOf(async (key, takeOver, signal) => {
  const { assignmentId: id, studentId } = partsOf(key);
  const json = takeOver ? { studentId, takeOver } : { studentId };
  const { claim } = api.assignments[":id"].review;
  const { data, seq } = await call(claim.$post({ param: { id }, json }, { init: { signal } }));
  keepClaim(key, data.claim, seq);
});
export const { claim, claimWhileWriting } = claims;

export async function release(key: string): Promise<void> {
  await claims.claimed(key);
  const { assignmentId: id, studentId } = partsOf(key);
  const json = { studentId };
  const { seq } = await call(
    api.assignments[":id"].review.claim.$delete({ param: { id }, json }),
  );
  keepClaim(key, null, seq);
}

/** The claim as its own call answered; somebody may have taken it over since. */
function keepClaim(key: string, held: ListedReview["claim"], seq: number): void {
  const pushes = pushesAfter(seq).filter(isReviewPush);
  const withClaim = (item: ListedReview) =>
    keyOf(item) === key ? pushes.reduce(keepInItem, { ...item, claim: held }) : item;
  store.set(queueAtom, (queue) => queue && editItems(queue, withClaim));
  store.set(itemsAtom, (items) => {
    const item = items[key];
    return item === undefined ? items : { ...items, [key]: withClaim(item) };
  });
  store.set(
    reviewListAtom,
    (list) => list === null ? null : { ...list, items: list.items.map(withClaim) },
  );
}

// Sending a review: kept in this browser first, and sent as soon as that is possible

/** What is being written about a response, and the version of it that it is about. */
export type ReviewDraft = {
  reviewStatus: ReviewInput["reviewStatus"];
  mentorComment: string;
  /** Null while the code is not being corrected. */
  updatedStudentSolution: string | null;
  base: number;
  /** Why the server did not take it. */
  refusal: string;
};

export const reviewDraftKey = (key: string): string => draftKey("review", key);

export function sendReview(key: string, draft: ReviewDraft): void {
  post({ feature: "reviews", kind: "review", subject: key, body: draft });
  clearDraft(reviewDraftKey(key));
  store.set(returnedAtom, (keys) => keys.filter((one) => one !== key));
}

const NEWER = "Something newer has come in meanwhile, and your review was not sent. Look at it, " +
  "and send your review again.";

export const senders: Senders = {
  review: {
    async send(item) {
      const { base: version, refusal: _, ...draft } = item.body as ReviewDraft;
      const { assignmentId: id, studentId } = partsOf(item.subject);
      const { updatedStudentSolution, ...said } = draft;
      const json = {
        ...said,
        ...(updatedStudentSolution === null ? {} : { updatedStudentSolution }),
        studentId,
        version,
      };
      await claims.claimed(item.subject);
      const options = { headers: { "Idempotency-Key": item.key } };
      keepReviewed(
        await call(api.assignments[":id"].review.$put({ param: { id }, json }, options)),
      );
      toast.success("Review updated successfully!");
    },
    refused(item, failure) {
      const isStale = failure.code === "stale";
      if (isStale) {
        keepReviewed({ data: failure.body.current as ListedReview, seq: failure.seq });
      }
      giveBack(item, isStale ? NEWER : failure.message);
      toast.error("Failed to update review.");
    },
  },
};

/** What was refused is a draft again; what was typed since stays below it. */
function giveBack(item: Outgoing, refusal: string): void {
  const key = reviewDraftKey(item.subject);
  const sent = item.body as ReviewDraft;
  const typed = readDraft<Partial<ReviewDraft>>(key)?.mentorComment ?? "";
  const mentorComment = typed === "" ? sent.mentorComment : `${sent.mentorComment}\n\n${typed}`;
  writeDraft(key, { ...sent, mentorComment, refusal });
  store.set(returnedAtom, (keys) => [...keys.filter((one) => one !== item.subject), item.subject]);
}
