/** Lists that are shown whole, and fetched page by page. */
import type { Reply } from "./api.ts";

/**
 * Page after page, until one is not full; what has moved on to a further page meanwhile is there
 * once. The reply is as fresh as its first page.
 */
export async function whole<T extends { _id: string }>(
  most: number,
  loadPage: (page: string) => Promise<Reply<T[]>>,
): Promise<Reply<T[]>> {
  const { data, seq } = await loadPage("1");
  const items = new Map(data.map((item) => [item._id, item]));
  for (let page = 2, { length } = data; length === most; page++) {
    const further = (await loadPage(String(page))).data;
    for (const item of further) items.set(item._id, item);
    ({ length } = further);
  }
  return { data: [...items.values()], seq };
}
