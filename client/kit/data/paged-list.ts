/**
 * The newest part of a list that may be long: events add rows to it, and older rows are fetched
 * page by page. Pure functions. The order of the rows is the server's.
 */
import type { Fetched } from "./live-query.ts";

export interface Row {
  _id: string;
  /** Missing on rows that never change. */
  version?: number;
}

export interface PagedList<T> {
  items: readonly T[];
  /** The server has no older rows. */
  isWhole: boolean;
  /**
   * The oldest fetched row, as it was then. Every row before it in the order is known, even after
   * that row was deleted. A whole list needs none.
   */
  reach?: T;
}

export type LivePagedList<T> = PagedList<T> & Fetched;

/** Negative when `a` comes before `b`. */
export type Order<T> = (a: T, b: T) => number;

export function newestFirst(
  a: { _id: string; createdAt: string },
  b: { _id: string; createdAt: string },
): number {
  const [first, second] = [a.createdAt + a._id, b.createdAt + b._id];
  return first === second ? 0 : first > second ? -1 : 1;
}

/** A page of the server's list: its number, counted from 1, and its size. */
export interface Page {
  page: number;
  limit: number;
}

export const firstPage = (limit: number): Page => ({ page: 1, limit });

/**
 * Returns the page that continues after `count` rows. It overlaps them, because a page without an
 * overlap may skip rows when others were deleted on the server.
 * @param size the most rows that a page may have
 */
export function nextPage(count: number, size: number): Page {
  const behind = (limit: number) => count % limit === 0 ? 0 : limit - count % limit;
  const limits = Array.from({ length: Math.ceil(size / 2) }, (_, less) => size - less);
  const limit = limits.reduce((best, one) => behind(one) > behind(best) ? one : best);
  return { page: Math.floor(count / limit) + 1, limit };
}

/** Inserts a row in order, or replaces it, unless a newer version of it is known. */
export function upsertRow<T extends Row>(
  stretch: PagedList<T>,
  row: T,
  order: Order<T>,
): PagedList<T> {
  const known = stretch.items.find(({ _id }) => _id === row._id);
  if (known !== undefined && (known.version ?? 0) > (row.version ?? 0)) return stretch;
  const { isWhole, reach } = stretch;
  const isBeyond = !isWhole && reach !== undefined && order(row, reach) > 0;
  if (isBeyond) return removeRow(stretch, row._id);
  const others = stretch.items.filter((item) => item !== known);
  return { ...stretch, items: [...others, row].sort(order) };
}

export function removeRow<T extends Row>(stretch: PagedList<T>, id: string): PagedList<T> {
  return { ...stretch, items: stretch.items.filter(({ _id }) => _id !== id) };
}
