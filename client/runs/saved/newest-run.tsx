/** A person's own program on a question, to attach it to a doubt: their newest run, or what they type. */
import { useAtomValue } from "jotai";
import { claimOf, countPassed } from "../../../server/runs/policy.ts";
import type { RunInput } from "../../../server/runs/schema.ts";
import type { RunRef } from "../../doubts/actions.ts";
import { outboxAtom } from "../../kit/data/outbox.ts";
import { newestFirst } from "../../kit/data/live-list.ts";
import { useLoad } from "../../kit/data/query.ts";
import { meAtom } from "../../kit/net/session.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { showDateTime } from "../../kit/ui/format-time.ts";
import { typedLanguage } from "../bench/typed-language.tsx";
import { enqueueProgram, loadRuns } from "../actions.ts";
import { knownRunsAtom, runListKey, runListsAtom } from "../state.ts";

export interface OwnProgram {
  /** The newest run, or the text in the editor that has not run. */
  program: RunRef | { source: string };
  /** What it is, in words: "Your newest run: 1 of 5 pass." */
  text: string;
}

/**
 * Returns the newest run, or else what is typed in the editor; null if there is neither, as far as
 * is known.
 * @param last the id of the run that was attached before: it is not attached again
 */
export function useOwnProgram(assignmentId: string, last = ""): OwnProgram | null {
  const { newest, isKnown } = useNewestRun(assignmentId);
  const [typed] = useDraft<string | null>(draftKey("program", assignmentId), null);
  const hasTyped = typed !== null && typed.trim() !== "" && typed !== newest?.source &&
    (newest === null ? isKnown : newest.source !== undefined);
  // The ids of runs are in the order of their times.
  if (newest !== null && ("key" in newest.run || newest.run.id > last)) {
    const changed = hasTyped ? " You have changed it since; run it to attach the change." : "";
    return { program: newest.run, text: `Your newest run: ${newest.text}.${changed}` };
  }
  return hasTyped
    ? { program: { source: typed }, text: "What is in your editor. It has not run yet." }
    : null;
}

/** Returns the run that attaches a program. One that has not run is saved first. */
export const refTo = (assignmentId: string, { program }: OwnProgram): RunRef =>
  "source" in program
    ? { key: enqueueProgram(assignmentId, program.source, typedLanguage(assignmentId)) }
    : program;

/**
 * Returns the newest run, in words and with its source if that is loaded, and whether it is known
 * that there is none.
 */
function useNewestRun(assignmentId: string) {
  const me = useAtomValue(meAtom)?._id ?? "";
  const list = useAtomValue(runListsAtom)[runListKey(assignmentId, me)];
  const known = useAtomValue(knownRunsAtom);
  const unsent = useAtomValue(outboxAtom)
    .findLast(({ feature, kind, subject }) =>
      feature === "runs" && kind === "run" && subject === assignmentId
    );
  // Without an answer there is no run to attach, which is no reason to disturb.
  const loading = useLoad(loadRuns, null, list?.stale, assignmentId, me);
  const isKnown = list !== undefined || loading.state === "failed";
  if (unsent !== undefined) {
    const input = unsent.body as RunInput;
    const result = claimOf(input);
    const text = sayRun({
      verdict: result === null ? null : result.compiled ? "" : "does not compile",
      passed: result ? countPassed(result) : 0,
      total: result?.cases.length ?? 0,
      ranAt: input.ranAt,
    });
    return { isKnown, newest: { run: { key: unsent.key }, text, source: input.source } };
  }
  const own = Object.values(known).map(({ run }) => run)
    .filter((run) => run.assignmentId === assignmentId && run.student._id === me);
  const [newest] = [...list?.items ?? [], ...own].sort(newestFirst);
  if (newest === undefined) return { isKnown, newest: null };
  const { _id: id } = newest;
  const source = known[id]?.run.source;
  return { isKnown, newest: { run: { id }, text: sayRun(newest), source } };
}

interface RunResult {
  verdict: string | null;
  passed: number;
  total: number;
  ranAt?: string | undefined;
}

function sayRun({ verdict, passed, total, ranAt }: RunResult): string {
  const result = verdict === null
    ? "it has not run yet"
    : verdict === "does not compile"
    ? "it does not compile"
    : total === 0
    ? "without cases"
    : `${passed} of ${total} pass`;
  return ranAt === undefined ? result : `${result}, ${showDateTime(ranAt)}`;
}
