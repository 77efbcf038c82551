/** A page of a list, and which it is: what `extend` in stretch.ts has to know of it. */
import type { Reply } from "./api.ts";
import type { Page } from "./stretch.ts";

export type Paged<T> = Reply<T[]> & Page;

/** @param load given the page as it travels */
export async function paged<T>(
  page: Page,
  load: (query: { page: string; limit: string }) => Promise<Reply<T[]>>,
): Promise<Paged<T>> {
  const query = { page: String(page.page), limit: String(page.limit) };
  return { ...await load(query), ...page };
}
