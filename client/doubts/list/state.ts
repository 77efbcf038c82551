/**
 * The lists of doubts and the mentors' queue: they refer to the cards.
 *
 * A list always shows the current cards. When an event may have changed which doubts are in it, the
 * list is marked as stale and fetched again shortly; on an unfiltered first page, a new doubt is seen
 * before. The queue has no filter, so events tell all about it: it is updated at once.
 */
import { atom } from "jotai/vanilla";
import type {
  DoubtCard,
  DoubtFilter,
  ListedDoubt,
  SentAnswer,
} from "../../../server/doubts/schema.ts";
import { sectionsOfList } from "../../../server/doubts/policy.ts";
import { type Actor, isStaff } from "../../../server/kit/core/roles.ts";
import { isIn } from "../../../server/sections/policy.ts";
import { type Freshness, liveQuery, markStale, type Values } from "../../kit/data/live-query.ts";
import { byText } from "../../kit/data/live-list.ts";
import { perUserAtom } from "../../kit/net/session.ts";
import { type Queue, queueOf } from "../../kit/data/work-queue.ts";
import { type CardData, doubtsAtom, isHiddenFrom, type KnownDoubt, knownIn } from "../state.ts";

export interface DoubtList extends Freshness {
  filter: DoubtFilter;
  /** The user who fetched the list: its content depends on their role and their own doubts. */
  me: Actor;
  ids: readonly string[];
  /** Rows that stand for all threads that got the same answer. */
  sent?: readonly SentAnswer[];
  /** Exact up to `totalCeiling`; with more matches, it equals that. */
  total: number;
}

/** Returns a text that sorts by the place in the line. Doubts that do not wait come last. */
const placeOf = ({ waitingSince, solvedSince }: ListedDoubt): string =>
  waitingSince === null ? "~" : solvedSince ? `since ${waitingSince}` : waitingSince;

const inOrder = (isQueue: boolean) => (a: ListedDoubt, b: ListedDoubt): number =>
  (isQueue ? byText(placeOf(a), placeOf(b)) : 0) ||
  byText(b.activeAt + b._id, a.activeAt + a._id);

/** Returns the doubts of a list, in its order. Search results keep the server's order. */
export function listed({ filter, me, ids }: DoubtList, all: Values<KnownDoubt>): ListedDoubt[] {
  const rows = ids.flatMap((id) => all[id]?.row ?? []);
  const isQueue = filter.order === "queue" && isStaff(me);
  return filter.text === undefined ? rows.sort(inOrder(isQueue)) : rows;
}

/** Returns whether a doubt may be in a list, by the properties that its thread does not change. */
function mayBeIn({ filter, me }: DoubtList, { assignment, student }: DoubtCard): boolean {
  const { assignmentTag, difficulty, assignmentId, assignmentTitle = "", scope, answer } = filter;
  // Nobody gets an answer to a group later.
  return answer === undefined && isIn(sectionsOfList(me, filter), student) &&
    (assignmentTag === undefined || assignment.assignmentTag === assignmentTag) &&
    (difficulty === undefined || assignment.difficulty === difficulty) &&
    (assignmentId === undefined || assignment._id === assignmentId) &&
    assignment.title.toLowerCase().includes(assignmentTitle.toLowerCase()) &&
    (scope !== "mine" || isStaff(me) || student._id === me._id);
}

/** Whether a list stays the same when one of its doubts moves up: an unfiltered first page. */
function isRecentFirst({ filter }: DoubtList): boolean {
  const { page, status, resolved, waiting, text, scope, answer, order } = filter;
  return page === 1 &&
    (status ?? resolved ?? waiting ?? text ?? scope ?? answer ?? order) === undefined;
}

function listOf(at: typeof keptListAtom) {
  return liveQuery({
    atom: at,
    reduce: {
      // It is seen at once. The list is fetched again, too: its page may be full.
      "doubt.opened": (list: DoubtList, card) =>
        isRecentFirst(list) && mayBeIn(list, card) && !list.ids.includes(card._id)
          ? { ...list, ids: [card._id, ...list.ids] }
          : list,
      "doubt.hidden": (list, data) => {
        if (!isHiddenFrom(list.me, data)) return list;
        const ids = list.ids.filter((id) => id !== data._id);
        const total = list.total - (list.ids.length - ids.length);
        return { ...list, ids, total, stale: true };
      },
    },
    stale: ["doubt.opened", "doubt.changed", "doubt.mended", "assignment.saved"],
    isAbout(list, data) {
      const { filter: { assignmentTag, difficulty, assignmentTitle }, ids } = list;
      if ("entries" in data) {
        return ids.includes(data._id) ? !isRecentFirst(list) : mayBeIn(list, data);
      }
      // An entry was taken back: its doubt moves down, perhaps off the page.
      if ("entryId" in data) return data.text === null && ids.includes(data.doubtId);
      return (assignmentTag ?? difficulty ?? assignmentTitle) !== undefined;
    },
  });
}

const keptListAtom = perUserAtom<DoubtList | null>(null);
const keptRaisedAtom = perUserAtom<DoubtList | null>(null);
export const list = listOf(keptListAtom);
export const raised = listOf(keptRaisedAtom);

const shown = (kept: typeof keptListAtom) =>
  atom((get) => {
    const list = get(kept);
    return list && { ...list, doubts: listed(list, get(doubtsAtom)) };
  });

export const listAtom = shown(keptListAtom);
export const raisedAtom = shown(keptRaisedAtom);

// The mentors' queue: all doubts that wait for staff

export type DoubtQueue = Queue<ListedDoubt>;

const { rowsOf, withRow, extendQueue } = queueOf<ListedDoubt>({
  keyOf: ({ _id }) => _id,
  isWaiting: ({ waitingSince }) => waitingSince !== null,
  longestFirst: inOrder(true),
});
export { extendQueue, rowsOf };

function queueAfter(queue: DoubtQueue, card: CardData): DoubtQueue {
  const next = withRow(queue, card);
  // The card does not say who holds the claim.
  const isUnsure = card.currentStatus === "review" && next.keys.size > queue.keys.size;
  return isUnsure ? markStale(next) : next;
}

export const keptQueueAtom = perUserAtom<DoubtQueue | null>(null);

export const queue = liveQuery({
  atom: keptQueueAtom,
  reduce: { "doubt.opened": queueAfter, "doubt.changed": queueAfter },
});

/** The queue with its rows. `known` also finds rows that no longer wait. */
export const queueAtom = atom((get) => {
  const queue = get(keptQueueAtom);
  if (queue === null) return null;
  const known = knownIn(get(doubtsAtom));
  return { ...queue, waiting: rowsOf(queue, known), known };
});
