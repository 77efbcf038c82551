/**
 * A work queue: the rows that wait for work, longest waiting first, as a triage view shows them. A
 * queue holds only their keys; the rows themselves are in a record beside it (`liveRecord`), and
 * tell whether they still wait. Pure functions from one queue to the next.
 */
import { type Freshness, markStale } from "./live-query.ts";
import type { Order } from "./live-list.ts";

/** How to identify and order rows of one kind. */
export interface Kind<T> {
  keyOf: (row: T) => string;
  isWaiting: (row: T) => boolean;
  /** The server's order of the waiting rows. */
  longestFirst: Order<T>;
}

/** Looks up a row by its key; undefined if it is not known. */
export type Lookup<T> = (key: string) => T | undefined;

export interface Queue<T> extends Freshness {
  /** The rows that were fetched, or have begun to wait since. Some of them may be done by now. */
  keys: ReadonlySet<string>;
  /** The last row that was fetched. Unless the queue is whole, what comes after it is not known. */
  last: T | null;
  /** Every waiting row is loaded. Otherwise only those that have waited longest are. */
  isWhole: boolean;
  pages: number;
}

export const NO_QUEUE: Queue<never> = {
  keys: new Set(),
  last: null,
  isWhole: false,
  pages: 0,
  seq: 0,
  stale: false,
};

export function queueOf<T>({ keyOf, isWaiting, longestFirst }: Kind<T>) {
  return {
    /** Returns the rows that wait, as far as the queue is loaded. */
    rowsOf: ({ keys, isWhole, last }: Queue<T>, known: Lookup<T>): T[] =>
      [...keys].flatMap((key) => known(key) ?? [])
        .filter((row) =>
          isWaiting(row) && (isWhole || last !== null && longestFirst(row, last) <= 0)
        )
        .sort(longestFirst),

    /** Returns the queue after a row has changed: the row joins the queue, stays, or leaves it. */
    withRow<Q extends Queue<T>>(queue: Q, row: T): Q {
      const key = keyOf(row);
      if (isWaiting(row) === queue.keys.has(key)) return queue;
      const others = [...queue.keys].filter((one) => one !== key);
      return { ...queue, keys: new Set(isWaiting(row) ? [...others, key] : others) };
    },

    /**
     * Adds one more page of the server's list, in which rows that do not wait come last. If rows
     * may be missing before that page, the queue stays as it is and becomes stale.
     * @param size the most rows that the page could have
     */
    extendQueue<Q extends Queue<T>>(
      queue: Q,
      { rows, page, size }: { rows: readonly T[]; page: number; size: number },
    ): Q {
      const { last } = queue;
      const [first] = rows;
      const joins = first !== undefined && last !== null && longestFirst(first, last) <= 0;
      if (page > 1 && !joins) return markStale(queue);
      const waiting = rows.filter(isWaiting);
      return {
        ...queue,
        keys: new Set([...queue.keys, ...waiting.map(keyOf)]),
        last: waiting.at(-1) ?? last,
        pages: queue.pages + 1,
        isWhole: rows.length < size || waiting.length < rows.length,
      };
    },
  };
}
