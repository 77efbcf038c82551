/**
 * The newest part of a list that may be long: what is pushed is kept in it, and older rows are
 * fetched page by page. Pure functions; their order is the server's.
 */
export interface Row {
  _id: string;
  /** Missing on what never changes. */
  version?: number;
}

export interface Stretch<T> {
  items: readonly T[];
  /** Nothing older is left on the server. */
  isWhole: boolean;
  /**
   * The oldest row that was fetched, as it was then: all that comes before it is known, also when
   * it and others are gone by now. Only what is whole may do without.
   */
  reach?: T;
}

/** Negative when `a` comes before `b`. */
export type Order<T> = (a: T, b: T) => number;

export function newestFirst(
  a: { _id: string; createdAt: string },
  b: { _id: string; createdAt: string },
): number {
  const [first, second] = [a.createdAt + a._id, b.createdAt + b._id];
  return first === second ? 0 : first > second ? -1 : 1;
}

/** The page, counted from 1, that continues what is known, even when rows came or went. */
export function nextPage({ items }: Stretch<unknown>, size: number): number {
  return Math.floor(items.length / size) + 1;
}

/** Puts a row where it belongs, unless a newer version of it is there. */
export function put<T extends Row>(stretch: Stretch<T>, row: T, order: Order<T>): Stretch<T> {
  const known = stretch.items.find(({ _id }) => _id === row._id);
  if (known !== undefined && (known.version ?? 0) > (row.version ?? 0)) return stretch;
  const { isWhole, reach } = stretch;
  const isBeyond = !isWhole && reach !== undefined && order(row, reach) > 0;
  if (isBeyond) return drop(stretch, row._id);
  const others = stretch.items.filter((item) => item !== known);
  return { ...stretch, items: [...others, row].sort(order) };
}

export function drop<T extends Row>(stretch: Stretch<T>, id: string): Stretch<T> {
  return { ...stretch, items: stretch.items.filter(({ _id }) => _id !== id) };
}

/** With one more page, which may overlap with what is known. */
export function extend<T extends Row>(
  stretch: Stretch<T> | null,
  page: readonly T[],
  { size, order }: { size: number; order: Order<T> },
): Stretch<T> {
  const isWhole = page.length < size;
  const start: Stretch<T> = { items: stretch?.items ?? [], isWhole: true };
  const reach = [stretch?.reach, page.at(-1)].filter((row) => row !== undefined).sort(order).at(-1);
  return { ...page.reduce((all, row) => put(all, row, order), start), isWhole, reach };
}
