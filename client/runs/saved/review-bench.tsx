/** A student's program in a review: a mentor runs it, or their own change of it. */
import { useMemo } from "react";
import CodeXml from "../../kit/ui/icon.tsx?code-xml";
import ShieldCheck from "../../kit/ui/icon.tsx?shield-check";
import type { Language } from "../../../server/languages/languages.ts";
import type { ResponseRun } from "../../../server/runs/schema.ts";
import { Propose } from "../../comments/propose.tsx";
import { useCall } from "../../kit/data/use-call.ts";
import { verifyRun } from "../actions.ts";
import { intoComment, type LinkTargets } from "../steps/link-targets.tsx";
import TryProgram from "../sample/try-program.tsx";
import { ChangeBar, useChange } from "./changed-program.tsx";
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
  const subject = `${assignmentId}.${studentId}`;
  const { changed, onSource, forget, ran, runAll, runs } = useChange(subject, source);
  const program = correction ?? changed ?? source;
  const isChanged = correction === null && changed !== null;
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
        onSource: correction === null ? onSource : onCorrection,
      }}
      assignmentId={assignmentId}
      language={props.language}
      runs={runs}
      stepping={{ isOpen: isStepping, links: pointing }}
      layout="beside"
      tools={
        <ChangeBar
          text={correction !== null
            ? "This is your corrected solution."
            : "A change here is yours alone: the student's program stays as it is."}
          onUndo={isChanged ? forget : null}
          onClose={props.onClose}
        >
          {isChanged && (
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
          )}
          {run && (
            <Propose
              {...{ subject, ran }}
              runId={run._id}
              base={source}
              source={program}
              onPropose={runAll}
            />
          )}
          {run && <Verify run={run} />}
        </ChangeBar>
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
