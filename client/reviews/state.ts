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
import { type Queue, queueOf } from "../kit/queue.ts";
import { meAtom, personal } from "../kit/session.ts";
import type { Page } from "../kit/stretch.ts";
import { mapValues } from "../kit/values.ts";

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

/** Whether it may have others in it, or fewer, after a change to any assignment: to its title. */
const mayMove = ({ filter, stale }: { filter: Named; stale: boolean }): boolean =>
  stale || filter.assignmentTitle !== undefined;

export function keepInList(list: ReviewList, push: ReviewPush, me: Actor): ReviewList {
  if (push.data.seq <= list.seq) return list;
  const items = list.items.map((item) => keepInItem(item, push));
  const current = { ...list, items, seq: push.data.seq };
  if (push.event === "assignment.saved") return { ...current, stale: mayMove(list) };
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

/** What waits and has the names that are sought. */
export interface ReviewQueue extends Queue<ListedReview> {
  filter: Named;
  /** How many wait; exact while all of them are loaded. */
  total: number;
}

const isPending = ({ mentorReview }: ReviewItem): boolean => mentorReview.status === "pending";

const { keepRow, editRows, extendQueue: extendRows } = queueOf<ListedReview>({
  keyOf,
  since: (item) => isPending(item) ? item.waitingSince : null,
  longestFirst(a, b) {
    const [first, second] = [a.waitingSince + keyOf(a), b.waitingSince + keyOf(b)];
    return first === second ? 0 : first < second ? -1 : 1;
  },
});

/** The queue with one more page of the server's, which begins with what is known. */
export function extendQueue(
  queue: ReviewQueue,
  { reviews, total, page, limit }: { reviews: readonly ListedReview[]; total: number } & Page,
): ReviewQueue {
  return counted(extendRows(queue, { rows: reviews, page, size: limit }), total);
}

/** What is loaded whole is counted; of what is not, at least one more waits. */
function counted(queue: ReviewQueue, total: number): ReviewQueue {
  const { length } = queue.waiting;
  return { ...queue, total: queue.isWhole ? length : Math.max(length + 1, total) };
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
    case "solution.viewed":
      return editItems(current, (item) => keepInItem(item, push));
    case "assignment.saved":
      return {
        ...editItems(current, (item) => keepInItem(item, push)),
        stale: mayMove(queue),
      };
  }
}

export function editItems(
  queue: ReviewQueue,
  edit: (item: ListedReview) => ListedReview,
): ReviewQueue {
  const edited = editRows(queue, edit, (item) => isNamed(queue.filter, item));
  return counted(edited, queue.total + edited.waiting.length - queue.waiting.length);
}

/** A response as it is now: it begins to wait, goes on waiting, or does not wait any more. */
export function keepItem(queue: ReviewQueue, item: ListedReview): ReviewQueue {
  const before = queue.known.get(keyOf(item));
  const isWanted = isNamed(queue.filter, item);
  const kept = keepRow(queue, { claim: before?.claim ?? null, ...item }, isWanted);
  if (kept === queue) return queue;
  const isCounted = isWanted && isPending(item);
  const wasCounted = before === undefined
    // Decided and never loaded: most likely it waited further down.
    ? isWanted && !isCounted && !queue.isWhole
    : isNamed(queue.filter, before) && isPending(before);
  return counted(kept, queue.total + Number(isCounted) - Number(wasCounted));
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
  set(itemsAtom, (items) => mapValues(items, (item) => keepInItem(item, push)));
});
