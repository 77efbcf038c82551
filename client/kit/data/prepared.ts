/** Lists of what is prepared for a time, fetched whole. */
import type { Fetched } from "./live-query.ts";

/** The next one is first. */
export interface PreparedList<T> extends Fetched {
  items: readonly T[];
}

type Dated = { _id: string; appearsAt: string };

/** The list after this tab's own change of an item; null: it is not prepared any more. */
export function withPrepared<T extends Dated>(
  known: PreparedList<T>,
  id: string,
  item: T | null,
): PreparedList<T> {
  const others = known.items.filter(({ _id }) => _id !== id);
  const items = item === null ? others : [...others, item];
  return { ...known, items: items.sort((a, b) => a.appearsAt < b.appearsAt ? -1 : 1) };
}
