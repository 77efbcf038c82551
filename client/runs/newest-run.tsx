/** The person's newest run on a question, to attach it to a doubt. */
import { useAtomValue } from "jotai";
import { useCallback, useId } from "react";
import { claimOf, countPassed } from "../../server/runs/policy.ts";
import type { RunInput } from "../../server/runs/schema.ts";
import { outboxAtom } from "../kit/data/outbox.ts";
import { newestFirst } from "../kit/data/paged-list.ts";
import { useLoad } from "../kit/data/query.ts";
import { meAtom } from "../kit/data/session.ts";
import { showDateTime } from "../kit/ui/format-time.ts";
import { loadRuns } from "./actions.ts";
import { knownRunsAtom, runListKey, runListsAtom } from "./state.ts";

export interface NewestRun {
  /** Its id, or the key of the outbox item if it has not been sent yet. */
  run: { id: string } | { key: string };
  /** "1 of 5 pass", in words. */
  text: string;
}

/** Returns the newest run; null if there is none, as far as is known. */
export function useNewestRun(assignmentId: string): NewestRun | null {
  const me = useAtomValue(meAtom)?._id ?? "";
  const list = useAtomValue(runListsAtom)[runListKey(assignmentId, me)];
  const known = useAtomValue(knownRunsAtom);
  const unsent = useAtomValue(outboxAtom)
    .findLast(({ feature, kind, subject }) =>
      feature === "runs" && kind === "run" && subject === assignmentId
    );
  const load = useCallback(
    (signal: AbortSignal) => loadRuns(assignmentId, me, signal),
    [assignmentId, me],
  );
  // Without an answer there is nothing to attach, which is no reason to disturb.
  useLoad(load, null, list?.stale);
  if (unsent !== undefined) {
    const input = unsent.body as RunInput;
    const result = claimOf(input);
    return {
      run: { key: unsent.key },
      text: sayRun({
        verdict: result?.compiled === false ? "does not compile" : "",
        passed: result ? countPassed(result) : 0,
        total: result?.cases.length ?? 0,
        ranAt: input.ranAt,
      }),
    };
  }
  const own = Object.values(known).map(({ run }) => run)
    .filter((run) => run.assignmentId === assignmentId && run.student._id === me);
  const newest = [...list?.items ?? [], ...own].sort(newestFirst)[0];
  return newest === undefined ? null : { run: { id: newest._id }, text: sayRun(newest) };
}

interface Said {
  verdict: string | null;
  passed: number;
  total: number;
  ranAt?: string | undefined;
}

function sayRun({ verdict, passed, total, ranAt }: Said): string {
  const result = verdict === null
    ? "it has not run yet"
    : verdict === "does not compile"
    ? "it does not compile"
    : total === 0
    ? "without cases"
    : `${passed} of ${total} pass`;
  return ranAt === undefined ? result : `${result}, ${showDateTime(ranAt)}`;
}

interface AttachProps {
  newest: NewestRun;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** The box that attaches the newest run. */
export function AttachRun({ newest, isOn, onChange }: AttachProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex cursor-pointer items-center gap-3">
        <input
          id={id}
          type="checkbox"
          className="checkbox checkbox-primary"
          aria-describedby={`${id}-hint`}
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="font-semibold">Attach my program</span>
      </label>
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">Your newest run: {newest.text}.</p>
    </div>
  );
}
