/** One quiet line for a learner who is stuck: what to look at. It is worked out in this browser. */
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { Assignment } from "../../../server/assignments/schema.ts";
import type { SimilarDoubt } from "../../../server/doubts/schema.ts";
import type { RunResult } from "../../../server/languages/types.ts";
import {
  afterRun,
  afterWork,
  isStuck,
  NO_TRIES,
  type Tries,
} from "../../../server/runs/stuck/policy.ts";
import { similarDoubts } from "../../doubts/raise/load-others.tsx";
import { isAnswered } from "../../doubts/raise/similar.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { readStored, writeStored } from "../../kit/net/storage.ts";
import { CloseButton } from "../../kit/ui/icon-button.tsx";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { useOwnProgram } from "../saved/newest-run.tsx";
import { Button } from "../../kit/ui/button.tsx";

/** It comes at most once for a question in this time, in ms. */
const AGAIN_AFTER = 3_600_000;

/** Notes that the line comes now. Returns whether it may. */
function tryToShow(key: string, id: string): boolean {
  const now = Date.now();
  const shown = Object.entries(readStored<Record<string, number>>(key) ?? {})
    .filter(([, at]) => now - at < AGAIN_AFTER);
  if (shown.some(([one]) => one === id)) return false;
  writeStored(key, Object.fromEntries([...shown, [id, now]]));
  return true;
}

/** Follows the work on a question: whether the line is shown, and what changes that. */
export function useStuck(id: string, source: string) {
  const key = `stuck:${useAtomValue(meAtom)?._id}`;
  const tries = useRef(NO_TRIES);
  const [isShown, setShown] = useState(false);
  function take(next: Tries) {
    tries.current = next;
    if (next.failure === null) setShown(false);
    else if (isStuck(next) && tryToShow(key, id)) setShown(true);
  }
  useEffect(() => take(afterWork(tries.current, Date.now())), [source]);
  return {
    isShown,
    putAway: () => setShown(false),
    note: (result: RunResult) => take(afterRun(tries.current, result, Date.now())),
  };
}

interface StuckProps {
  assignment: Pick<Assignment, "_id" | "testCases">;
  /** The place of the first case that fails; -1 if the program does not compile. */
  failing: number;
  /** Opens the steps of the program; null where there are none. */
  onStep: (() => void) | null;
  onAsk: () => void;
  onPutAway: () => void;
}

export function StuckLine({ assignment, failing, onStep, onAsk, onPutAway }: StuckProps) {
  const answered = useAnswered(assignment._id);
  const hint = assignment.testCases[failing]?.explanation;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-l-4 border-base-300 pl-3 text-sm"
    >
      <span className="font-semibold">Not getting further?</span>
      {onStep && (
        <button type="button" className="link-plain" onClick={onStep}>
          Look at the step where it goes wrong
        </button>
      )}
      {answered && (
        <Link href={`/doubts/${answered._id}`} className="link-plain max-w-full truncate">
          Answered before: {plainText(answered.doubtText)}
        </Link>
      )}
      {hint && <span className="min-w-0 wrap-anywhere">Case {failing + 1}: {hint}</span>}
      <Button className="btn-sm" onClick={onAsk}>
        Raise a doubt with this program
      </Button>
      <CloseButton name="Put it away" onClose={onPutAway} />
    </div>
  );
}

/** Finds an answered doubt whose program failed as the newest run did. */
function useAnswered(assignmentId: string): SimilarDoubt | undefined {
  const own = useOwnProgram(assignmentId);
  const me = useAtomValue(meAtom)?._id;
  const [found, setFound] = useState<SimilarDoubt>();
  const runId = own !== null && "id" in own.program ? own.program.id : undefined;
  useEffect(() => {
    if (runId === undefined) return;
    const stop = new AbortController();
    similarDoubts({ assignmentId, text: "", runId }, stop.signal).then((alike) =>
      setFound(alike.find((one) => isAnswered(one) && one.student._id !== me))
      // This is only a suggestion.
    ).catch(() => {});
    return () => stop.abort();
  }, [assignmentId, runId, me]);
  return found;
}
