/** An open thread: loaded and followed live, and a placeholder while it is not available. */
import { useAtomValue } from "jotai";
import { createContext, type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { type LoadState, useLoad } from "../../kit/data/query.ts";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { useSeenCount } from "../../kit/news/unread.tsx";
import { countOf } from "../../threads/state.ts";
import { followThread, loadThread } from "../actions.ts";
import { hiddenAtom, isHiddenAt, threadsAtom } from "../state.ts";

/** A run of the thread in the bench beside it. */
export interface Beside {
  runId: string;
  /** The editor takes the focus whenever this grows. */
  edits?: number;
}

/** Opens a run of the thread in a bench beside it; null where there is no such place. */
export const OpenBeside = createContext<((beside: Beside) => void) | null>(null);

/** The shortcut that starts a reply in the triage view, and the field's name. */
export const WRITE = { key: "r", name: "Write the answer", form: "reply", field: "reply" };

export function useThread(id: string) {
  const thread = useAtomValue(threadsAtom)[id];
  const hidden = isHiddenAt(useAtomValue(hiddenAtom), id, thread?.seq);
  const loading = useLoad(loadThread, "Failed to load doubt details.", thread?.stale, id);
  // A user who may not read the thread gets no events about it. When it is open again, it is
  // followed again.
  useEffect(() => hidden ? undefined : followThread(id), [id, hidden]);
  useSeenCount(id, thread ? countOf(thread.doubt) : 0);
  return { doubt: hidden ? undefined : thread?.doubt, hidden, loading };
}

export const ThreadPlaceholder = (
  { loading, children }: { loading: LoadState; children: ReactNode },
) => (
  <NotLoaded
    loading={loading}
    label="Loading doubt details..."
    way={<Link href="/doubts" className="btn btn-primary">Doubts</Link>}
  >
    {children}
  </NotLoaded>
);
