/**
 * A work queue: the rows that wait for work, longest waiting first, as a triage view shows them. A
 * queue holds only their keys; the rows themselves are in a record beside it (`liveRecord`). Pure
 * functions from one queue to the next.
 */
import type { Freshness } from "./live-query.ts";
import type { Order } from "./live-list.ts";

/** How to identify and order rows of one kind. */
export interface Kind<T> {
  keyOf: (row: T) => string;
  /** The time from which a row has been waiting; null if it does not wait. */
  since: (row: T) => string | null;
  /** The server's order of the waiting rows. */
  longestFirst: Order<T>;
}

interface VersionedRow {
  version?: number;
}

/** Looks up a row by its key; undefined if it is not known. */
export type Lookup<T> = (key: string) => T | undefined;

export interface Queue extends Freshness {
  /** For each key, the time from which the row has been waiting. */
  waiting: ReadonlyMap<string, string>;
  /** Every waiting row is loaded. Otherwise only those that have waited longest are. */
  isWhole: boolean;
  pages: number;
}

export const NO_QUEUE: Queue = {
  waiting: new Map(),
  isWhole: false,
  pages: 0,
  seq: 0,
  stale: false,
};

const isOlder = (row: VersionedRow, known: VersionedRow | undefined): boolean =>
  known !== undefined && (known.version ?? 0) > (row.version ?? 0);

export function queueOf<T extends VersionedRow>({ keyOf, since, longestFirst }: Kind<T>) {
  const rowsOf = ({ waiting }: Queue, known: Lookup<T>): T[] =>
    [...waiting.keys()].flatMap((key) => known(key) ?? []).sort(longestFirst);

  /** The last row whose waiting time is the queue's. Newer events may have moved others. */
  const lastOf = (queue: Queue, known: Lookup<T>): T | undefined =>
    rowsOf(queue, known).findLast((row) => since(row) === queue.waiting.get(keyOf(row)));

  return {
    rowsOf,

    /**
     * Returns the queue after a row has changed. The row joins the queue, stays, or leaves it.
     * @param known the rows as they were before the change
     * @param isWanted whether the row matches the queue's filter, if it has one
     */
    placeRow<Q extends Queue>(queue: Q, row: T, known: Lookup<T>, isWanted = true): Q {
      const key = keyOf(row);
      if (isOlder(row, known(key))) return queue;
      const before = queue.waiting.get(key);
      const now = isWanted ? since(row) : null;
      if (before === (now ?? undefined)) return queue;
      const waiting = new Map(queue.waiting);
      waiting.delete(key);
      if (now !== null) {
        const last = queue.isWhole ? undefined : lastOf({ ...queue, waiting }, known);
        const isBeyond = !queue.isWhole && (last === undefined || longestFirst(row, last) > 0);
        if (!isBeyond) waiting.set(key, now);
      }
      return { ...queue, waiting };
    },

    /** Removes the rows that no longer match the queue's filter. */
    filterRows<Q extends Queue>(queue: Q, isWanted: (key: string) => boolean): Q {
      const kept = [...queue.waiting].filter(([key]) => isWanted(key));
      return kept.length === queue.waiting.size ? queue : { ...queue, waiting: new Map(kept) };
    },

    /**
     * Adds one more page of the server's list, in which rows that do not wait come last. If rows
     * may be missing before that page, the queue stays as it is and becomes stale. Events newer
     * than the page have to be applied again afterwards, because a row gets the place that it has
     * in the page.
     * @param size the most rows that the page could have
     */
    extendQueue<Q extends Queue>(
      queue: Q,
      { rows, page, size }: { rows: readonly T[]; page: number; size: number },
    ): Q {
      const waiting = new Map(queue.waiting);
      // A row that was done and waits again has another place, so it does not join the pages.
      const joins = rows.some((row) =>
        waiting.has(keyOf(row)) && waiting.get(keyOf(row)) === since(row)
      );
      if (page > 1 && !joins) return { ...queue, stale: true };
      for (const row of rows) {
        const waits = since(row);
        if (waits !== null) waiting.set(keyOf(row), waits);
      }
      return {
        ...queue,
        waiting,
        pages: queue.pages + 1,
        isWhole: rows.length < size || rows.some((row) => since(row) === null),
      };
    },
  };
}
