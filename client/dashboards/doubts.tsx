/** Hook for the doubts that a dashboard lists, live. */
import { useAtomValue } from "jotai";
import type { DoubtFilter, ListedDoubt } from "../../server/doubts/schema.ts";
import { loadDoubts } from "../doubts/list/actions.ts";
import { listAtom } from "../doubts/list/state.ts";
import { isSameFilter, type LoadState, useLoad } from "../kit/data/query.ts";

interface DoubtList {
  /** Undefined until they are loaded: until then the atom may hold another list. */
  doubts: readonly ListedDoubt[] | undefined;
  loading: LoadState;
}

export function useDoubtList(filter: DoubtFilter): DoubtList {
  const list = useAtomValue(listAtom);
  const ours = isSameFilter(list?.filter, filter) ? list : null;
  const loading = useLoad(loadDoubts, "Failed to fetch filtered doubts.", ours?.stale, filter);
  return { doubts: ours?.doubts, loading };
}
