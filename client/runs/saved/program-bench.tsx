/** A bench for a thread's program, run on the failing case at once. Changes are unsent at first. */
import ListChecks from "../../kit/ui/icon.tsx?list-checks";
import { Propose } from "../../comments/propose.tsx";
import { languageOf } from "../../../server/languages/languages.ts";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { useFailingAtFirst, useRun } from "./attached-run.tsx";
import { ChangeBar, useChange } from "./changed-program.tsx";
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
  const { changed, onSource, forget, ran, asked, runAll, runs } = useChange(
    runId,
    run?.source ?? "",
  );
  if (run === undefined) {
    return <NotLoaded loading={loading} label="Loading the program..." skeleton="h-72" />;
  }
  const { source, assignmentId } = run;
  /** The failing case, until all are asked for. */
  const only = asked > 0 || failing === undefined ? null : failing.case - 1;
  return (
    <TryProgram
      program={{
        label: changed === null ? "The student's program" : "Your change of the program",
        source: changed ?? source,
        onSource,
        edits,
      }}
      assignmentId={assignmentId}
      language={languageOf(run.settings)}
      only={only}
      runs={{
        ...runs,
        begin: run.total > 0 ? "cases" : "input",
        ...only !== null && { onResult: undefined },
      }}
      layout={fills ? "beside" : undefined}
      tools={
        <ChangeBar
          text={changed === null
            ? "A change here is yours alone."
            : "You have changed it. Only you see this."}
          onUndo={changed === null ? null : forget}
          onClose={onClose}
        >
          {changed !== null && (
            <Propose
              {...{ subject, runId, ran }}
              base={source}
              source={changed}
              onPropose={runAll}
            />
          )}
          {only !== null && (
            <Button icon={ListChecks} className="btn-sm" onClick={runAll}>All cases</Button>
          )}
        </ChangeBar>
      }
    />
  );
}
