/** A list that keeps its rows in place while a person works with it, and counts the changes. */
import { useMemo, useState } from "react";

interface Options<T> {
  keyOf: (item: T) => string;
  /** The known state of an item that has left the list. Its row stays until `refresh`. */
  lookUp: (key: string) => T | undefined;
  /** Identifies the list. A change (another filter) shows the new list at once. */
  subject: string;
  /** How many rows were requested. Rows of one more page do not count as new. */
  pages?: number;
  /** New rows are shown at once, after the others. */
  isGrowing?: boolean;
}

export interface FrozenRow<T> {
  key: string;
  item: T;
  /** The item has left the list. */
  isGone: boolean;
}

export type FrozenList<T> = ReturnType<typeof useFrozenList<T>>;

export function useFrozenList<T>(
  items: readonly T[],
  { keyOf, lookUp, subject, pages = 0, isGrowing = false }: Options<T>,
) {
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const [snapshot, setSnapshot] = useState({ keys, subject, pages });
  const present = useMemo(() => new Set(keys), [keys]);
  const fresh = useMemo(() => {
    const shown = new Set(snapshot.keys);
    return keys.filter((key) => !shown.has(key));
  }, [snapshot, keys]);
  // There is no row that could move, or the rows belong to another list.
  const isAfresh = snapshot.subject !== subject || snapshot.keys.length === 0;
  if (isAfresh && (snapshot.subject !== subject || fresh.length > 0)) {
    setSnapshot({ keys, subject, pages });
  } else if (snapshot.pages !== pages || isGrowing && fresh.length > 0) {
    setSnapshot({ keys: [...snapshot.keys, ...fresh], subject, pages });
  }
  const rows = useMemo(() =>
    snapshot.keys.flatMap((key): FrozenRow<T>[] => {
      const item = lookUp(key);
      return item === undefined ? [] : [{ key, item, isGone: !present.has(key) }];
    }), [snapshot, lookUp, present]);
  return {
    rows,
    /** How many new items are not shown yet. */
    fresh: fresh.length,
    /** How many shown items have left the list. */
    goneCount: rows.filter(({ isGone }) => isGone).length,
    /** Shows the list as it is now, without the item that is about to leave. */
    refresh: (without?: string) =>
      setSnapshot({ keys: keys.filter((key) => key !== without), subject, pages }),
  };
}
