/** One fetched page of a list with its page number and size, which `withPage` needs. */
import type { Reply } from "./api.ts";
import { type LivePagedList, mergePage, type Order, type Page, type Row } from "./paged-list.ts";

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
