/** What a student can do with a finished run: hand the program in, or put it into the response. */
import { flushSync } from "react-dom";
import CircleCheckBig from "../../kit/ui/icon.tsx?circle-check-big";
import FileInput from "../../kit/ui/icon.tsx?file-input";
import { type Language, languageOf } from "../../../server/languages/languages.ts";
import type { Assignment } from "../../../server/assignments/schema.ts";
import type { ResponseRun } from "../../../server/runs/schema.ts";
import { statusOfRun } from "../../../server/runs/policy.ts";
import { useWrittenResponse } from "../../assignments/detail/response-form.tsx";
import { toast } from "../../kit/data/toast.ts";
import type { CasesState } from "../bench/run-state.tsx";
import { passedOf } from "../bench/run-text.tsx";
import { RunBadge } from "../saved/verification.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface HandInProps {
  assignment: Assignment;
  source: string;
  language: Language;
  state: CasesState;
}

const statusOf = ({ results }: CasesState) =>
  statusOfRun({ passed: passedOf(results), total: results.length });

/** Whether this run, of this very text, passes all cases. */
export const hasPassedAll = (state: CasesState, source: string): boolean =>
  state.phase === "done" && state.compiled && state.source === source &&
  statusOf(state) === "solved";

export function HandIn({ assignment, source, language, state }: HandInProps) {
  const { form, known, show } = useWrittenResponse();
  if (state.phase !== "done" || !state.compiled || state.source !== source) return null;
  const isHandedIn = known?.responseStatus === "solved" &&
    known.studentSolutionSource === source &&
    (known.language ?? languageOf(assignment.judge)) === language;
  if (isHandedIn) return <HandedIn run={known.run} />;
  function fill(status: string | null) {
    if (status) form.set("responseStatus", status);
    form.set("studentSolution", source);
    form.set("language", language);
  }
  function use() {
    fill(form.values.responseStatus || statusOf(state));
    toast.info("The program is in your response. Save it there.");
    show();
  }
  return hasPassedAll(state, source)
    ? (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border-l-4 border-success bg-success/10 px-3 py-2">
        <p className="mr-auto">
          <strong>All cases pass.</strong> {assignment.hiddenCases > 0 && (
            <span className="text-sm">
              {assignment.hiddenCases === 1
                ? "1 hidden case is"
                : `${assignment.hiddenCases} hidden cases are`} run on the server afterwards.
            </span>
          )}
        </p>
        <Button
          // It sends the form of the response.
          type="submit"
          form={form.id}
          className="btn-primary"
          busy={form.busy}
          onClick={() => flushSync(() => fill("solved"))}
        >
          <CircleCheckBig aria-hidden className="size-5" />
          {form.busy ? "Saving..." : "Hand in as solved"}
        </Button>
      </div>
    )
    : (
      <p>
        <Button icon={FileInput} className="btn-sm" onClick={use}>
          Put this program into my response
        </Button>
      </p>
    );
}

function HandedIn({ run }: { run: ResponseRun | null | undefined }) {
  return (
    <p className="flex flex-wrap items-center gap-2 rounded-field border-l-4 border-success bg-success/10 px-3 py-2">
      <CircleCheckBig aria-hidden className="size-5 text-success" />
      This program is handed in as solved.
      {run && (
        <span className="ml-auto">
          <RunBadge run={run} />
        </span>
      )}
    </p>
  );
}
