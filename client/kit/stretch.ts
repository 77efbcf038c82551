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

/** A page of the server's list: which, counted from 1, and how many rows it may have. */
export interface Page {
  page: number;
  limit: number;
}

export const firstPage = (limit: number): Page => ({ page: 1, limit });

/**
 * The page that goes on from `count` rows. It begins among them: pages move up as rows are deleted,
 * perhaps unheard of here, and one that has none of them may have left out others.
 * @param size as many rows as a page may have; of such pages, it has the most behind them
 */
export function nextPage(count: number, size: number): Page {
  const behind = (limit: number) => count % limit === 0 ? 0 : limit - count % limit;
  const limits = Array.from({ length: Math.ceil(size / 2) }, (_, less) => size - less);
  const limit = limits.reduce((best, one) => behind(one) > behind(best) ? one : best);
  return { page: Math.floor(count / limit) + 1, limit };
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

/** With one more page; as it was, when rows may be missing between that and what is known. */
export function extend<T extends Row>(
  stretch: Stretch<T> | null,
  rows: readonly T[],
  { page, limit, order }: Page & { order: Order<T> },
): Stretch<T> {
  const known = new Set(stretch?.items.map(({ _id }) => _id));
  if (stretch !== null && page > 1 && !rows.some(({ _id }) => known.has(_id))) return stretch;
  const isWhole = rows.length < limit;
  const start: Stretch<T> = { items: stretch?.items ?? [], isWhole: true };
  const reach = [stretch?.reach, rows.at(-1)].filter((row) => row !== undefined).sort(order).at(-1);
  return { ...rows.reduce((all, row) => put(all, row, order), start), isWhole, reach };
}
