/** A list that holds still while somebody works with it: what came and went is told, not moved. */
import { useMemo, useState } from "react";

interface Options<T> {
  keyOf: (item: T) => string;
  /** What is known of an item that has left the list: it stays where it was until `refresh`. */
  known: (key: string) => T | undefined;
  /** What the list is of. Another filter is another list, and shown afresh. */
  subject: string;
  /** How much of the list was asked for: what comes with one more page is no news. */
  pages: number;
}

export interface Place<T> {
  key: string;
  item: T;
  /** It has left the list. */
  isGone: boolean;
}

export interface Still<T> {
  rows: readonly Place<T>[];
  /** How many have come since, and are not shown. */
  fresh: number;
  /** How many are shown, and have left. */
  gone: number;
  /** Shows the list as it is now; `without` one that is about to leave. */
  refresh: (without?: string) => void;
}

export function useStill<T>(items: readonly T[], options: Options<T>): Still<T> {
  const { keyOf, known, subject, pages } = options;
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const [held, setHeld] = useState({ keys, subject, pages });
  const present = useMemo(() => new Set(keys), [keys]);
  const fresh = useMemo(() => {
    const shown = new Set(held.keys);
    return keys.filter((key) => !shown.has(key));
  }, [held, keys]);
  // Nothing is there that could be moved, or what was there is of no interest any more.
  const isAfresh = held.subject !== subject || held.keys.length === 0;
  if (isAfresh && (held.subject !== subject || fresh.length > 0)) {
    setHeld({ keys, subject, pages });
  } else if (held.pages !== pages) {
    setHeld({ keys: [...held.keys, ...fresh], subject, pages });
  }
  const rows = useMemo(() =>
    held.keys.flatMap((key): Place<T>[] => {
      const item = known(key);
      return item === undefined ? [] : [{ key, item, isGone: !present.has(key) }];
    }), [held, known, present]);
  return {
    rows,
    fresh: fresh.length,
    gone: rows.filter(({ isGone }) => isGone).length,
    refresh: (without) => setHeld({ keys: keys.filter((key) => key !== without), subject, pages }),
  };
}
