/** The call of the gradebook. */
import { isSameFilter } from "../kit/data/query.ts";
import { AGAIN_MOST, type GradebookFilter } from "../../server/gradebook/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { resyncAtom } from "../kit/net/socket.ts";
import { store } from "../kit/net/store.ts";
import { gradebook, gradebookAtom, type KnownBook } from "./state.ts";

/** Fetches the gradebook; after a few changed students only their cells, and the order stays. */
export async function loadGradebook(filter: GradebookFilter, signal: AbortSignal): Promise<void> {
  const known = store.get(gradebookAtom);
  const resyncs = store.get(resyncAtom);
  const few = known && isFew(known, filter, resyncs) ? known.changed : null;
  const query = { ...filter, ...few && { students: few.join() } };
  const { data, seq } = await call(api.gradebook.$get({ query }, { init: { signal } }));
  const fetched = { filter, changed: [], resyncs, seq };
  if (known === null || few === null) return gradebook.store({ ...fetched, book: data });
  const renewed = new Map(data.rows.map((row) => [row._id, row]));
  const rows = known.book.rows.map((row) => renewed.get(row._id) ?? row);
  gradebook.store({ ...fetched, book: { ...known.book, rows } });
}

/** Whether the events tell all that has changed, and it is little. */
const isFew = (known: KnownBook, filter: GradebookFilter, resyncs: number): boolean =>
  known.stale && known.resyncs === resyncs && known.changed !== null &&
  known.changed.length <= AGAIN_MOST && isSameFilter(known.filter, filter);
