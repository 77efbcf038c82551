/** A bench for a thread's program, run on the failing case at once. Changes are unsent at first. */
import { useAtom } from "jotai";
import { useState } from "react";
import ListChecks from "../../kit/ui/icon.tsx?list-checks";
import Undo2 from "../../kit/ui/icon.tsx?undo-2";
import { Propose } from "../../comments/propose.tsx";
import { languageOf } from "../../../server/languages/languages.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { useFailingAtFirst, useRun } from "./attached-run.tsx";
import { trialsAtom } from "../state.ts";
import { CloseButton } from "../../kit/ui/icon-button.tsx";
import TryProgram from "../sample/try-program.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface BenchProps {
  runId: string;
  /** The doubt whose reply can propose the change. */
  subject: string;
  /** Fills the height of its place. */
  fills?: boolean;
  /** The editor takes the focus whenever this grows. */
  edits?: number;
  onClose: () => void;
}

export default function ProgramBench(props: BenchProps) {
  const { runId, subject, fills = false, edits, onClose } = props;
  const { run, loading } = useRun(runId);
  // Another case would stop the program that runs on this one.
  const failing = useFailingAtFirst(run);
  const [changed, setChanged, forget] = useDraft<string | null>(draftKey("trial", runId), null);
  /** How often all cases were asked for; before, only the failing one is run. */
  const [runs, setRuns] = useState(0);
  const runAll = () => setRuns(runs + 1);
  const [trials, setTrials] = useAtom(trialsAtom);
  if (run === undefined) {
    return <NotLoaded loading={loading} label="Loading the program..." skeleton="h-72" />;
  }
  const { source, assignmentId } = run;
  const only = runs > 0 || failing === undefined ? null : failing.case - 1;
  return (
    <TryProgram
      program={{
        label: changed === null ? "The student's program" : "Your change of the program",
        source: changed ?? source,
        onSource: (text) => text === source ? forget() : setChanged(text),
        edits,
      }}
      assignmentId={assignmentId}
      language={languageOf(run.settings)}
      only={only}
      runs={{
        begin: run.total > 0 ? "cases" : "input",
        runNow: runs > 0 ? String(runs) : undefined,
        onResult: (tried, result) =>
          only === null &&
          setTrials((all) => ({ ...all, [runId]: { source: tried, result } })),
      }}
      layout={fills ? "beside" : undefined}
      tools={
        <div className="flex flex-wrap items-center gap-2 border-b border-base-300 bg-base-200 px-3 py-1.5">
          <p className="grow basis-28 text-sm text-muted">
            {changed === null
              ? "A change here is yours alone."
              : "You have changed it. Only you see this."}
          </p>
          {changed !== null && (
            <Button icon={Undo2} className="btn-sm" onClick={forget}>The student's program</Button>
          )}
          {changed !== null && (
            <Propose
              {...{ subject, runId }}
              base={source}
              source={changed}
              ran={trials[runId] ?? null}
              onPropose={runAll}
            />
          )}
          {only !== null && (
            <Button icon={ListChecks} className="btn-sm" onClick={runAll}>All cases</Button>
          )}
          <CloseButton name="Close the run" onClose={onClose} />
        </div>
      }
    />
  );
}
