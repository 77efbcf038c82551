/** A thread that is open: loaded, followed live, and what is shown while there is none. */
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback, useEffect } from "react";
import type { Doubt } from "../../server/doubts/schema.ts";
import { type Loading, useLoad } from "../kit/load.ts";
import { LoadFailed, Waiting } from "../kit/page.tsx";
import { useSeenCount } from "../kit/unread.tsx";
import { followThread, loadThread } from "./actions.ts";
import { threadsAtom } from "./state.ts";

export function useThread(id: string): { doubt: Doubt | undefined; loading: Loading } {
  const thread = useAtomValue(threadsAtom)[id];
  const load = useCallback((signal: AbortSignal) => loadThread(id, signal), [id]);
  const loading = useLoad(load, "Failed to load doubt details.");
  useEffect(() => followThread(id), [id]);
  useSeenCount(id, thread?.doubt.conversation.length ?? 0);
  return { doubt: thread?.doubt, loading };
}

export function NoThread({ loading, children }: { loading: Loading; children: ReactNode }) {
  if (loading.state === "failed") return <LoadFailed loading={loading} />;
  return <Waiting label="Loading doubt details...">{children}</Waiting>;
}
