/** A student's program in a review: a mentor runs it, or their own change of it. */
import { useMemo, useState } from "react";
import CodeXml from "../../kit/ui/icon.tsx?code-xml";
import ShieldCheck from "../../kit/ui/icon.tsx?shield-check";
import Undo2 from "../../kit/ui/icon.tsx?undo-2";
import type { Language } from "../../../server/languages/languages.ts";
import type { RunResult } from "../../../server/languages/types.ts";
import type { ResponseRun } from "../../../server/runs/schema.ts";
import { Propose } from "../../comments/propose.tsx";
import { useCall } from "../../kit/data/use-call.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { verifyRun } from "../actions.ts";
import { intoComment, type LinkTargets } from "../steps/link-targets.tsx";
import { CloseButton } from "../../kit/ui/icon-button.tsx";
import TryProgram from "../sample/try-program.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface ReviewBenchProps {
  assignmentId: string;
  studentId: string;
  source: string;
  language: Language | null | undefined;
  /** The mentor's correction, which is then what runs; null while there is none. */
  correction: string | null;
  onCorrection: (source: string) => void;
  run: ResponseRun | null | undefined;
  /** Begins with stepping through the program. */
  isStepping: boolean;
  onClose: () => void;
}

export default function ReviewBench(props: ReviewBenchProps) {
  const { assignmentId, studentId, source, correction, onCorrection, run, isStepping } = props;
  // Kept as drafts are, until it becomes the correction or the mentor goes back.
  const subject = `${assignmentId}.${studentId}`;
  const [changed, setChanged, forget] = useDraft<string | null>(draftKey("trial", subject), null);
  const program = correction ?? changed ?? source;
  const [runs, setRuns] = useState(0);
  const [ran, setRan] = useState<{ source: string; result: RunResult } | null>(null);
  const runId = run?._id;
  const pointing = useMemo((): LinkTargets | undefined =>
    runId === undefined ? undefined : {
      runIdOf(stepped) {
        if (stepped === source) return runId;
        throw new Error(
          "Only the student's own program is kept: no link can lead to a change of it.",
        );
      },
      texts: [intoComment(subject)],
    }, [runId, source, subject]);
  return (
    <TryProgram
      program={{
        label: correction === null ? "The student's program" : "Your correction",
        source: program,
        onSource: correction !== null
          ? onCorrection
          : (text) => text === source ? forget() : setChanged(text),
      }}
      assignmentId={assignmentId}
      language={props.language}
      runs={{
        runNow: runs > 0 ? String(runs) : undefined,
        onResult: (ran, result) => setRan({ source: ran, result }),
      }}
      stepping={{ isOpen: isStepping, links: pointing }}
      layout="beside"
      tools={
        <div className="flex flex-wrap items-center gap-2 border-b border-base-300 bg-base-200 px-3 py-1.5">
          <p className="mr-auto text-sm text-muted">
            {correction !== null
              ? "This is your corrected solution."
              : "A change here is yours alone: the student's program stays as it is."}
          </p>
          {correction === null && changed !== null && changed !== source && (
            <>
              <Button icon={Undo2} className="btn-sm" onClick={forget}>
                The student's program
              </Button>
              <Button
                icon={CodeXml}
                className="btn-sm"
                onClick={() => {
                  onCorrection(changed);
                  forget();
                }}
              >
                Make it the correction
              </Button>
            </>
          )}
          {run && (
            <Propose
              subject={subject}
              runId={run._id}
              base={source}
              source={program}
              ran={ran}
              onPropose={() => setRuns(runs + 1)}
            />
          )}
          {run && <Verify run={run} />}
          <CloseButton name="Close the run" onClose={props.onClose} />
        </div>
      }
    />
  );
}

/** Asks the server to run the student's program again, on the hidden cases too. */
function Verify({ run }: { run: ResponseRun }) {
  const { busy, run: ask } = useCall("Failed to request the verification.");
  const { state } = run.verification;
  if (state === "waiting" || state === "running") return null;
  return (
    <Button
      icon={ShieldCheck}
      className="btn-sm"
      busy={busy}
      onClick={() => ask(() => verifyRun(run._id))}
    >
      {state === "done" ? "Verify again" : "Verify"}
    </Button>
  );
}
