/**
 * What waits, longest first, and everything that this desk has seen: what a triage view shows.
 * Pure functions from what was known and what has come to what is known now.
 */
import type { Order } from "./stretch.ts";

/** How rows of one kind are told apart and placed. */
export interface Kind<T> {
  keyOf: (row: T) => string;
  /** Since when it waits; null while it does not. */
  since: (row: T) => string | null;
  /** The server's, of what waits. */
  longestFirst: Order<T>;
}

interface Versioned {
  version?: number;
}

export interface Queue<T> {
  /** Also what does not wait any more: it is shown until the desk moves on. */
  known: ReadonlyMap<string, T>;
  waiting: readonly T[];
  /** Everything that waits is in it; if not, what has waited longest. */
  isWhole: boolean;
  /** How many pages of it were asked for. */
  pages: number;
  seq: number;
  /** Something happened that only the server knows: fetch it again. */
  stale: boolean;
}

export const NO_QUEUE: Queue<never> = {
  known: new Map<string, never>(),
  waiting: [],
  isWhole: false,
  pages: 0,
  seq: 0,
  stale: false,
};

const isOlder = (row: Versioned, known: Versioned | undefined): boolean =>
  known !== undefined && (known.version ?? 0) > (row.version ?? 0);

/** What changes queues of one kind. */
export function queueOf<T extends Versioned>({ keyOf, since, longestFirst }: Kind<T>) {
  return {
    /**
     * A row as it is now: it begins to wait, goes on waiting, or does not wait any more.
     * @param isWanted whether the queue, where it is filtered, is to show it
     */
    keepRow<Q extends Queue<T>>(queue: Q, row: T, isWanted = true): Q {
      const key = keyOf(row);
      if (isOlder(row, queue.known.get(key))) return queue;
      const known = new Map(queue.known).set(key, row);
      const at = queue.waiting.findIndex((one) => keyOf(one) === key);
      const there = queue.waiting[at];
      if (isWanted && there !== undefined && since(there) === since(row)) {
        return { ...queue, known, waiting: queue.waiting.with(at, row).sort(longestFirst) };
      }
      const others = at < 0 ? queue.waiting : queue.waiting.toSpliced(at, 1);
      const last = others.at(-1);
      const isBeyond = !queue.isWhole && (last === undefined || longestFirst(row, last) > 0);
      const isIn = isWanted && since(row) !== null && !isBeyond;
      return { ...queue, known, waiting: isIn ? [...others, row].sort(longestFirst) : others };
    },

    /** What is known, changed where it stands: nothing begins to wait by that. */
    editRows<Q extends Queue<T>>(queue: Q, edit: (row: T) => T, isWanted = (_row: T) => true): Q {
      const known = new Map(Array.from(queue.known, ([key, row]) => [key, edit(row)]));
      const waiting = queue.waiting.flatMap((row) => {
        const edited = known.get(keyOf(row)) ?? row;
        return edited === row || isWanted(edited) ? [edited] : [];
      });
      return { ...queue, known, waiting };
    },

    /**
     * With one more page of the server's: in it, what does not wait comes behind what does. When
     * something may be missing before it, it is left, and the queue to be fetched again.
     * @param size as many rows as that page could have
     */
    extendQueue<Q extends Queue<T>>(
      queue: Q,
      { rows, page, size }: { rows: readonly T[]; page: number; size: number },
    ): Q {
      const known = new Map(queue.known);
      const waiting = new Map(queue.waiting.map((row) => [keyOf(row), row]));
      const joins = rows.some((row) => {
        const there = waiting.get(keyOf(row));
        // What was done and waits again stands elsewhere.
        return there !== undefined && since(there) === since(row);
      });
      if (page > 1 && !joins) return { ...queue, stale: true };
      for (const row of rows) {
        const key = keyOf(row);
        const before = known.get(key);
        const newest = before !== undefined && isOlder(row, before) ? before : row;
        known.set(key, newest);
        if (since(newest) !== null) waiting.set(key, newest);
      }
      return {
        ...queue,
        known,
        waiting: [...waiting.values()].sort(longestFirst),
        pages: queue.pages + 1,
        isWhole: rows.length < size || rows.some((row) => since(row) === null),
      };
    },
  };
}
