/** Fetches a list page by page, and adds a fetched page to what is known of the list. */
import type { Reply } from "../net/api.ts";
import {
  firstPage,
  type LivePagedList,
  nextPage,
  type Order,
  type Page,
  type PagedList,
  type Row,
  upsertRow,
} from "./paged-list.ts";

export type FetchedPage<T> = Reply<T[]> & Page;

/**
 * Fetches a page.
 * @param load fetches the page that its query names
 */
export async function fetchListPage<T>(
  page: Page,
  load: (query: { page: string; limit: string }) => Promise<Reply<T[]>>,
): Promise<FetchedPage<T>> {
  const query = { page: String(page.page), limit: String(page.limit) };
  return { ...await load(query), ...page };
}

/** Adds a page. Returns the list unchanged if rows may be missing between it and the page. */
export function mergePage<T extends Row>(
  stretch: PagedList<T> | null,
  rows: readonly T[],
  { page, limit, order }: Page & { order: Order<T> },
): PagedList<T> {
  const known = new Set(stretch?.items.map(({ _id }) => _id));
  if (stretch !== null && page > 1 && !rows.some(({ _id }) => known.has(_id))) return stretch;
  const isWhole = rows.length < limit;
  const start: PagedList<T> = { items: stretch?.items ?? [], isWhole: true };
  const reach = [stretch?.reach, rows.at(-1)].filter((row) => row !== undefined).sort(order).at(-1);
  return { ...rows.reduce((all, row) => upsertRow(all, row, order), start), isWhole, reach };
}

/** Adds one more page from the server to a live list. */
export function addFetchedPage<T extends Row>(
  known: LivePagedList<T> | null,
  { data, seq, page, limit }: FetchedPage<T>,
  order: Order<T>,
): LivePagedList<T> {
  const stretch = mergePage(known, data, { page, limit, order });
  // The rows that were known before are not fresher than before.
  return {
    ...stretch,
    seq: Math.min(known?.seq ?? seq, seq),
    stale: known?.stale ?? false,
  };
}

interface Fetching<T> {
  /** The most rows of a page. */
  size: number;
  order: Order<T>;
  /** How many rows are shown now. A page of older ones may arrive meanwhile. */
  known: () => number;
}

/** Fetches a list anew as far as it is known: no row that is shown, or has the focus, goes away. */
export async function fetchList<T extends Row>(
  fetchPage: (page: Page) => Promise<FetchedPage<T>>,
  { size, order, known }: Fetching<T>,
): Promise<LivePagedList<T>> {
  let list = addFetchedPage<T>(null, await fetchPage(firstPage(size)), order);
  for (
    let before = 0;
    !list.isWhole && before < list.items.length && list.items.length < known();
  ) {
    before = list.items.length;
    list = addFetchedPage(list, await fetchPage(nextPage(before, size)), order);
  }
  return list;
}
