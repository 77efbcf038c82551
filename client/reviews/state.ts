/**
 * State of responses and their reviews: each is stored once; the pages of the two lists and the
 * mentors' queue refer to them; and histories.
 *
 * A list always shows the current rows. When an event may have changed which rows are in it, the
 * list is marked as stale and fetched again shortly.
 */
import { atom } from "jotai/vanilla";
import type { Actor } from "../../server/kit/core/roles.ts";
import type {
  HistoryEntry,
  ListedReview,
  QueueFilter,
  ReviewItem,
} from "../../server/reviews/schema.ts";
import type { RunCard } from "../../server/runs/schema.ts";
import { isChosen } from "../../server/sections/policy.ts";
import { claimOf, withClaim } from "../kit/data/lease.ts";
import {
  type Freshness,
  liveQuery,
  liveRecord,
  markStale,
  type Values,
} from "../kit/data/live-query.ts";
import { byText } from "../kit/data/live-list.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { type Lookup, type Queue, queueOf } from "../kit/data/work-queue.ts";
import { responseRunOf } from "../runs/state.ts";

/** A response has no id of its own: the student and the assignment identify it. */
export const keyOf = (item: Pick<ReviewItem, "assignmentId" | "student">): string =>
  `${item.assignmentId}.${item.student._id}`;

export function partsOf(key: string): { assignmentId: string; studentId: string } {
  const [assignmentId = "", studentId = ""] = key.split(".");
  return { assignmentId, studentId };
}

export const hasHistory = (item: ReviewItem): boolean =>
  item.createdAt !== item.submittedAt || item.version > 1;

/** Returns when a waiting response was handed in again; null if that was never done. */
export const againAt = (item: ReviewItem): string | null =>
  isPending(item) && item.submittedAt > item.waitingSince ? item.submittedAt : null;

/** Returns the request for another look that waits; null without one. */
export const asksAgain = (item: Pick<ReviewItem, "mentorReview">) =>
  item.mentorReview.status === "pending" ? item.mentorReview.again ?? null : null;

type ItemData = ReviewItem & { seq: number };

// Reviews: each is stored once, by its key

export type KnownReview = Freshness & { row: ListedReview };

export const reviewsAtom = perUserAtom<Values<KnownReview>>({});

function withItem(known: KnownReview, { seq: _, ...item }: ItemData): KnownReview {
  const { row } = known;
  return keyOf(item) === keyOf(row) && item.version >= row.version
    ? { ...known, row: { ...row, ...item } }
    : known;
}

function withNewRun(known: KnownReview, card: RunCard): KnownReview {
  const { row } = known;
  return row.run?._id === card._id
    ? { ...known, row: { ...row, run: responseRunOf(card) } }
    : known;
}

export const reviews = liveRecord({
  atom: reviewsAtom,
  reduce: {
    "review.waiting": withItem,
    "review.changed": withItem,
    "run.finished": withNewRun,
    "run.verified": withNewRun,
    "claim.changed": (known, { kind, id, studentId, ...change }) =>
      kind === "review" && `${id}.${studentId}` === keyOf(known.row)
        ? withClaim(known, claimOf(change), change.seq)
        : known,
    "assignment.saved": (known, { _id, title }) =>
      _id === known.row.assignmentId && title !== known.row.assignmentTitle
        ? { ...known, row: { ...known.row, assignmentTitle: title } }
        : known,
    "solution.viewed": (known, { assignmentId, student, gaveUpAt }) =>
      `${assignmentId}.${student._id}` === keyOf(known.row)
        ? { ...known, row: { ...known.row, gaveUpAt } }
        : known,
  },
  add({ event, data }) {
    if (event !== "review.waiting" && event !== "review.changed") return undefined;
    const { seq, ...item } = data;
    return [keyOf(item), { row: { ...item, claim: null }, seq, stale: false }];
  },
});

export const reviewsById = (rows: readonly ListedReview[], seq: number): Values<KnownReview> =>
  Object.fromEntries(rows.map((row) => [keyOf(row), { row, seq, stale: false }]));

export const knownIn = (all: Values<KnownReview>): Lookup<ListedReview> => (key) => all[key]?.row;

// One page of a list: all responses for staff, a learner's own for themselves

const contains = (text: string, part = ""): boolean =>
  text.toLowerCase().includes(part.toLowerCase());

type NameFilter = Pick<QueueFilter, "studentName" | "assignmentTitle" | "section">;

const isNamed = (filter: NameFilter, item: ReviewItem): boolean =>
  isChosen(store.get(meAtom), filter.section, item.student) &&
  contains(item.student.name, filter.studentName) &&
  contains(item.assignmentTitle, filter.assignmentTitle);

export interface ReviewList extends Freshness {
  of: "all" | "own";
  filter: QueueFilter;
  keys: readonly string[];
  total: number;
}

const keptListAtom = perUserAtom<ReviewList | null>(null);

export const list = liveQuery({
  atom: keptListAtom,
  stale: ["review.waiting", "review.changed", "assignment.saved", "doubt.opened"],
  // A row may move within the list, or onto another page. A saved assignment may have a new title.
  isAbout({ of, filter, keys }, data, me) {
    if ("assignment" in data) return filter.waiting !== undefined;
    if (!("mentorReview" in data)) return filter.assignmentTitle !== undefined;
    if (of === "own" && data.student._id !== me?._id) return false;
    return keys.includes(keyOf(data)) || isNamed(filter, data);
  },
});

export const reviewListAtom = atom((get) => {
  const list = get(keptListAtom);
  const all = get(reviewsAtom);
  return list && { ...list, items: list.keys.flatMap((key) => all[key]?.row ?? []) };
});

// The mentors' queue: waiting responses, longest waiting first

/** The waiting responses that match the searched names. */
export interface ReviewQueue extends Queue<ListedReview> {
  filter: NameFilter;
  /** How many responses waited when it was fetched. */
  total: number;
}

const isPending = ({ mentorReview }: ReviewItem): boolean => mentorReview.status === "pending";

const { rowsOf: allRowsOf, withRow, extendQueue } = queueOf<ListedReview>({
  keyOf,
  isWaiting: isPending,
  longestFirst: (a, b) => byText(a.waitingSince + keyOf(a), b.waitingSince + keyOf(b)),
});
export { extendQueue };

export const rowsOf = (queue: ReviewQueue, known: Lookup<ListedReview>): ListedReview[] =>
  allRowsOf(queue, known).filter((item) => isNamed(queue.filter, item));

/** How many responses wait; exact while all of them are loaded, and otherwise at least one more. */
export const totalOf = ({ isWhole, total }: ReviewQueue, loaded: number): number =>
  isWhole ? loaded : Math.max(loaded + 1, total);

function queueAfter(queue: ReviewQueue, item: ItemData): ReviewQueue {
  // It may be one thing with a doubt. Then it waits there, and only the server knows.
  const mayBeDoubt = isPending(item) && item.responseStatus !== "solved" && !asksAgain(item);
  if (mayBeDoubt && !queue.keys.has(keyOf(item))) return markStale(queue);
  const next = withRow(queue, item);
  // Only the server knows how many wait.
  return queue.isWhole ? next : markStale(next);
}

export const keptQueueAtom = perUserAtom<ReviewQueue | null>(null);

export const queue = liveQuery({
  atom: keptQueueAtom,
  reduce: { "review.waiting": queueAfter, "review.changed": queueAfter },
  stale: ["doubt.opened", "doubt.changed", "assignment.saved"],
  isAbout({ keys, filter }, data) {
    if (!("assignment" in data)) return filter.assignmentTitle !== undefined;
    // A doubt that waits stands for a response that is not solved.
    return data.waitingSince !== null && keys.has(`${data.assignment._id}.${data.student._id}`);
  },
});

/** Puts what waits first, and of it requests about the person's own decisions last. */
export function othersFirst(rows: readonly ListedReview[], me: Actor | null): ListedReview[] {
  const place = (one: ListedReview) => isPending(one) ? Number(asksAgain(one)?.by === me?._id) : 2;
  return rows.toSorted((one, other) => place(one) - place(other));
}

/** The queue with its rows. `known` also finds rows that no longer wait. */
export const queueAtom = atom((get) => {
  const queue = get(keptQueueAtom);
  if (queue === null) return null;
  const known = knownIn(get(reviewsAtom));
  const rows = rowsOf(queue, known);
  const total = totalOf(queue, rows.length);
  return { ...queue, total, waiting: othersFirst(rows, get(meAtom)), known };
});

export const historiesAtom = perUserAtom<Readonly<Record<string, readonly HistoryEntry[]>>>({});
/** Keys of the responses whose review the server has refused: the review is a draft again. */
export const refusedKeysAtom = perUserAtom<readonly string[]>([]);
