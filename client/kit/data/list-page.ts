/** One fetched page of a list with its page number and size, which `withPage` needs. */
import type { Reply } from "../net/api.ts";
import {
  firstPage,
  type LivePagedList,
  mergePage,
  nextPage,
  type Order,
  type Page,
  type Row,
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
