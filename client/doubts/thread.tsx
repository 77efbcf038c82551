/** A thread that is open: loaded, followed live, and what is shown while there is none. */
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback, useEffect } from "react";
import { Link } from "wouter";
import { isHiddenAt } from "../kit/hidden.ts";
import { type Loading, useLoad } from "../kit/load.ts";
import { LoadFailed, Waiting } from "../kit/page.tsx";
import { useSeenCount } from "../kit/unread.tsx";
import { countOf } from "../threads/state.ts";
import { followThread, loadThread } from "./actions.ts";
import { hiddenAtom, threadsAtom } from "./state.ts";

export function useThread(id: string) {
  const thread = useAtomValue(threadsAtom)[id];
  const hidden = isHiddenAt(useAtomValue(hiddenAtom), id, thread?.seq);
  const load = useCallback((signal: AbortSignal) => loadThread(id, signal), [id]);
  const loading = useLoad(load, "Failed to load doubt details.");
  // Whoever may not read it is not told of it either: opened again, it is followed anew.
  useEffect(() => hidden ? undefined : followThread(id), [id, hidden]);
  useSeenCount(id, thread ? countOf(thread.doubt) : 0);
  return { doubt: hidden ? undefined : thread?.doubt, hidden, loading };
}

export function NoThread({ loading, children }: { loading: Loading; children: ReactNode }) {
  if (loading.state === "failed") {
    return (
      <LoadFailed loading={loading}>
        <Link href="/doubts" className="btn btn-primary">Doubts</Link>
      </LoadFailed>
    );
  }
  return <Waiting label="Loading doubt details...">{children}</Waiting>;
}
