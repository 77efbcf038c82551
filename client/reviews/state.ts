/**
 * What is known of responses and their reviews: the pages of the two lists, the mentors' queue,
 * histories. Pure functions from what was known and what was pushed to what is known now.
 */
import { atom } from "jotai/vanilla";
import type { Claim } from "../../server/doubts/schema.ts";
import type { Actor } from "../../server/kit/roles.ts";
import type { Pushes } from "../../server/live/events.ts";
import type {
  HistoryEntry,
  ListedReview,
  QueueFilter,
  ReviewItem,
} from "../../server/reviews/schema.ts";
import { meAtom, personal } from "../kit/session.ts";

type Names = Extract<
  keyof Pushes,
  `review.${string}` | "claim.changed" | "assignment.saved" | "solution.viewed"
>;
export type ReviewPush = { [E in Names]: { event: E; data: Pushes[E] } }[Names];

export const isReviewPush = (push: { event: string }): push is ReviewPush =>
  /^(review\.|claim\.changed$|assignment\.saved$|solution\.viewed$)/.test(push.event);

/** A response has no id of its own: it is what a student handed in for an assignment. */
export const keyOf = (item: Pick<ReviewItem, "assignmentId" | "student">): string =>
  `${item.assignmentId}.${item.student._id}`;

export function partsOf(key: string): { assignmentId: string; studentId: string } {
  const [assignmentId = "", studentId = ""] = key.split(".");
  return { assignmentId, studentId };
}

/** Whether more than one attempt may have been made. */
export const hasHistory = ({ createdAt, waitingSince, version }: ReviewItem): boolean =>
  createdAt !== waitingSince || version > 1;

export const isClaimed = (claim: Claim | null | undefined, now: number): claim is Claim =>
  claim != null && Date.parse(claim.until) > now;

/** The item after a push, if that is about it; its claim is told apart. */
export function keepInItem<T extends ListedReview>(item: T, push: ReviewPush): T {
  const key = keyOf(item);
  switch (push.event) {
    case "review.waiting":
    case "review.changed": {
      const { seq: _, ...pushed } = push.data;
      return keyOf(pushed) === key && pushed.version >= item.version
        ? { ...item, ...pushed }
        : item;
    }
    case "claim.changed": {
      const { kind, id, studentId, by, until } = push.data;
      if (kind !== "review" || `${id}.${studentId}` !== key) return item;
      return { ...item, claim: by !== null && until !== null ? { by, until } : null };
    }
    case "assignment.saved":
      return push.data._id === item.assignmentId && push.data.title !== item.assignmentTitle
        ? { ...item, assignmentTitle: push.data.title }
        : item;
    case "solution.viewed": {
      const { assignmentId, student, gaveUpAt } = push.data;
      return `${assignmentId}.${student._id}` === key ? { ...item, gaveUpAt } : item;
    }
  }
}

const contains = (text: string, part = ""): boolean =>
  text.toLowerCase().includes(part.toLowerCase());

type Named = Pick<QueueFilter, "studentName" | "assignmentTitle">;

const isNamed = (filter: Named, item: ReviewItem): boolean =>
  contains(item.student.name, filter.studentName) &&
  contains(item.assignmentTitle, filter.assignmentTitle);

// One page of a list: all responses for staff, one's own for a learner

export interface ReviewList {
  of: "all" | "own";
  filter: QueueFilter;
  items: ListedReview[];
  total: number;
  seq: number;
  /** Something happened that only the server can place: fetch it again. */
  stale: boolean;
}

export function keepInList(list: ReviewList, push: ReviewPush, me: Actor): ReviewList {
  if (push.data.seq <= list.seq) return list;
  const items = list.items.map((item) => keepInItem(item, push));
  const current = { ...list, items, seq: push.data.seq };
  if (push.event !== "review.waiting" && push.event !== "review.changed") return current;
  if (list.of === "own" && push.data.student._id !== me._id) return list;
  // Who is on which page, and in which order, follows from its status and its time.
  const before = list.items.find((item) => keyOf(item) === keyOf(push.data));
  const isMoved = before === undefined
    ? isNamed(list.filter, push.data)
    : before.mentorReview.status !== push.data.mentorReview.status ||
      before.waitingSince !== push.data.waitingSince;
  return { ...current, stale: list.stale || isMoved };
}

// The mentors' queue: what waits, longest waiting first

export interface ReviewQueue {
  filter: Named;
  /** Everything that this desk has seen, also what does not wait any more. */
  known: ReadonlyMap<string, ListedReview>;
  /** What waits and is loaded, longest waiting first. */
  waiting: readonly ListedReview[];
  /** How many wait; exact while all of them are loaded. */
  total: number;
  /** How many pages were asked for. */
  pages: number;
  seq: number;
}

export const QUEUE_PAGE = 100;

function longestFirst(a: ReviewItem, b: ReviewItem): number {
  const [first, second] = [a.waitingSince + keyOf(a), b.waitingSince + keyOf(b)];
  return first === second ? 0 : first < second ? -1 : 1;
}

export const isWhole = ({ waiting, total }: ReviewQueue): boolean => waiting.length >= total;

/** The queue with one more page of the server's, which may overlap with what is known. */
export function extendQueue(
  queue: ReviewQueue,
  page: { reviews: readonly ListedReview[]; total: number },
): ReviewQueue {
  const known = new Map(queue.known);
  const waiting = new Map(queue.waiting.map((item) => [keyOf(item), item]));
  for (const item of page.reviews) {
    const key = keyOf(item);
    const newer = known.get(key);
    const kept = newer !== undefined && newer.version > item.version ? newer : item;
    known.set(key, kept);
    if (kept.mentorReview.status === "pending") waiting.set(key, kept);
  }
  return {
    ...queue,
    known,
    waiting: [...waiting.values()].sort(longestFirst),
    total: page.total,
    pages: queue.pages + 1,
  };
}

export function keepInQueue(queue: ReviewQueue, push: ReviewPush): ReviewQueue {
  const { seq } = push.data;
  if (seq <= queue.seq) return queue;
  const current = { ...queue, seq };
  switch (push.event) {
    case "review.waiting":
    case "review.changed": {
      const { seq: _, ...item } = push.data;
      return keepItem(current, item);
    }
    case "claim.changed":
    case "solution.viewed": {
      const { data } = push;
      const key = "kind" in data
        ? `${data.id}.${data.studentId}`
        : `${data.assignmentId}.${data.student._id}`;
      const item = queue.known.get(key);
      return item === undefined ? current : replace(current, keepInItem(item, push));
    }
    case "assignment.saved": {
      const touched = [...queue.known.values()].filter((item) => keepInItem(item, push) !== item);
      return touched.reduce((all, item) => replace(all, keepInItem(item, push)), current);
    }
  }
}

/** The same place in the queue, another state. */
function replace(queue: ReviewQueue, item: ListedReview): ReviewQueue {
  const key = keyOf(item);
  const at = queue.waiting.findIndex((one) => keyOf(one) === key);
  return {
    ...queue,
    known: new Map(queue.known).set(key, item),
    waiting: at < 0 ? queue.waiting : queue.waiting.with(at, item),
  };
}

/** A response as it is now: it begins to wait, goes on waiting, or does not wait any more. */
export function keepItem(queue: ReviewQueue, item: ListedReview): ReviewQueue {
  const key = keyOf(item);
  const before = queue.known.get(key);
  if (before !== undefined && before.version > item.version) return queue;
  const whole: ListedReview = { claim: before?.claim ?? null, ...item };
  const waited = queue.waiting.some((one) => keyOf(one) === key);
  const others = queue.waiting.filter((one) => keyOf(one) !== key);
  const isIn = item.mentorReview.status === "pending" && isNamed(queue.filter, item);
  const last = others.at(-1);
  const isBeyond = !isWhole(queue) && last !== undefined && longestFirst(item, last) > 0;
  const known = new Map(queue.known).set(key, whole);
  // Decided and never loaded: most likely it waited further down.
  const couldWait = before === undefined && !isWhole(queue) && isNamed(queue.filter, item);
  const left = waited || (!isIn && couldWait) ? 1 : 0;
  const came = isIn ? 1 : 0;
  return {
    ...queue,
    known,
    waiting: isIn && !isBeyond ? [...others, whole].sort(longestFirst) : others,
    total: Math.max(0, queue.total + came - left),
  };
}

// What this browser holds

export const reviewListAtom = personal<ReviewList | null>(null);
export const queueAtom = personal<ReviewQueue | null>(null);
/** Single responses that are open and perhaps in no list. */
export const itemsAtom = personal<Readonly<Record<string, ListedReview>>>({});
export const historiesAtom = personal<Readonly<Record<string, readonly HistoryEntry[]>>>({});
/** Reviews that the server did not take: they are drafts again. */
export const returnedAtom = personal<readonly string[]>([]);

/** What was pushed, kept wherever it is shown. */
export const keepReviewPush = atom(null, (get, set, push: ReviewPush) => {
  const me = get(meAtom);
  if (me === null) return;
  set(reviewListAtom, (list) => list === null ? null : keepInList(list, push, me));
  set(queueAtom, (queue) => queue === null ? null : keepInQueue(queue, push));
  set(itemsAtom, (items) =>
    Object.fromEntries(
      Object.entries(items).map(([key, item]) => [key, keepInItem(item, push)]),
    ));
});
