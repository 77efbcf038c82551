/**
 * What waits, longest first, and everything that this desk has seen: what a triage view shows.
 * Pure functions from what was known and what has come to what is known now.
 */
import type { Row } from "./stretch.ts";

export interface Waiting extends Row {
  /** Null while it does not wait. */
  waitingSince: string | null;
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

function longestFirst(a: Waiting, b: Waiting): number {
  const [first, second] = [`${a.waitingSince}${a._id}`, `${b.waitingSince}${b._id}`];
  return first === second ? 0 : first < second ? -1 : 1;
}

const isOlder = (row: Waiting, known: Waiting | undefined): boolean =>
  known !== undefined && (known.version ?? 0) > (row.version ?? 0);

/** A row as it is now: it begins to wait, goes on waiting, or does not wait any more. */
export function keepRow<T extends Waiting>(queue: Queue<T>, row: T): Queue<T> {
  if (isOlder(row, queue.known.get(row._id))) return queue;
  const known = new Map(queue.known).set(row._id, row);
  const at = queue.waiting.findIndex(({ _id }) => _id === row._id);
  if (at >= 0 && queue.waiting[at]?.waitingSince === row.waitingSince) {
    return { ...queue, known, waiting: queue.waiting.with(at, row) };
  }
  const others = at < 0 ? queue.waiting : queue.waiting.toSpliced(at, 1);
  const last = others.at(-1);
  const isBeyond = !queue.isWhole && (last === undefined || longestFirst(row, last) > 0);
  const isIn = row.waitingSince !== null && !isBeyond;
  return { ...queue, known, waiting: isIn ? [...others, row].sort(longestFirst) : others };
}

/** With one more page of the server's, which may overlap with what is known. */
export function extendQueue<T extends Waiting>(
  queue: Queue<T>,
  { rows, size }: { rows: readonly T[]; size: number },
): Queue<T> {
  const known = new Map(queue.known);
  const waiting = new Map(queue.waiting.map((row) => [row._id, row]));
  for (const row of rows) {
    const before = known.get(row._id);
    const newest = before !== undefined && isOlder(row, before) ? before : row;
    known.set(row._id, newest);
    if (newest.waitingSince !== null) waiting.set(row._id, newest);
  }
  return {
    ...queue,
    known,
    waiting: [...waiting.values()].sort(longestFirst),
    pages: queue.pages + 1,
    isWhole: rows.length < size || rows.some(({ waitingSince }) => waitingSince === null),
  };
}
