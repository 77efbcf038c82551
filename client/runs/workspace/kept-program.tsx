/** The program of a person's newest run, for a browser in which they have typed none. */
import { useAtom, useAtomValue } from "jotai";
import { useCallback, useEffect, useState } from "react";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { languageOf } from "../../../server/languages/languages.ts";
import { meAtom } from "../../kit/net/session.ts";
import { store } from "../../kit/net/store.ts";
import { draftKey, readDraft } from "../../kit/forms/draft.ts";
import { loadRun, loadRuns } from "../actions.ts";
import { keptAtom, type KeptProgram } from "../bench/program.tsx";
import { knownRunsAtom, runListKey, runListsAtom } from "../state.ts";

/** Fetches it, if there was no draft when the workspace opened. */
export function useKeptProgram({ _id: id, lastRun }: Assignment): KeptProgram | undefined {
  const me = useAtomValue(meAtom)?._id;
  const [all, setAll] = useAtom(keptAtom);
  const hasDraft = useCallback(() => readDraft(draftKey("program", id)) !== null, [id]);
  const [isWanted] = useState(() => lastRun !== undefined && !hasDraft());
  useEffect(() => {
    if (!isWanted || me === undefined) return;
    const stop = new AbortController();
    newestRun(id, me, stop.signal).then((newest) => {
      // Somebody who types already keeps their text.
      if (newest === undefined || stop.signal.aborted || hasDraft()) return;
      const { source, ranAt, settings } = newest;
      const language = languageOf(settings);
      setAll((now) => ({ ...now, [id]: { source, ranAt, language } }));
      // Without a connection there is only what this browser has.
    }, () => {});
    return () => stop.abort();
  }, [id, me, isWanted, hasDraft, setAll]);
  return all[id];
}

async function newestRun(assignmentId: string, studentId: string, signal: AbortSignal) {
  await loadRuns(assignmentId, studentId, signal);
  const newest = store.get(runListsAtom)[runListKey(assignmentId, studentId)]?.items[0];
  if (newest === undefined) return undefined;
  await loadRun(newest._id, signal);
  return store.get(knownRunsAtom)[newest._id]?.run;
}
