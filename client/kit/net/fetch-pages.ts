/** Fetches part by part the lists that are shown whole. */
import type { Reply } from "./api.ts";

/** How many known rows each further part begins with; fewer if the parts are small. */
const OVERLAP = 50;

/**
 * Fetches part after part until one is not full. The parts overlap: if a further part has no known
 * row, rows before it were deleted in the meantime, and an earlier part is fetched. So every row that
 * is there all the time is in the result, once. The reply is as fresh as its first part.
 * @param most the most rows that a part has
 * @param loadPart fetches the part that begins with this row
 */
export async function fetchAllPages<T extends { _id: string }>(
  most: number,
  loadPart: (from: string) => Promise<Reply<T[]>>,
): Promise<Reply<T[]>> {
  const step = most - Math.min(OVERLAP, Math.floor(most / 2));
  const { data, seq } = await loadPart("0");
  const items = new Map(data.map((item) => [item._id, item]));
  for (let from = step, isWhole = data.length < most; !isWhole;) {
    const further = (await loadPart(String(from))).data;
    const isNext = from === 0 || further.some(({ _id }) => items.has(_id));
    if (isNext) {
      for (const item of further) items.set(item._id, item);
      isWhole = further.length < most;
      from += step;
    } else from = Math.max(0, from - step);
  }
  return { data: [...items.values()], seq };
}
