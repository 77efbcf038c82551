/** What a student can do with a finished run: hand the program in, or put it into the response. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import CircleCheckBig from "../../kit/ui/icon.tsx?circle-check-big";
import FileInput from "../../kit/ui/icon.tsx?file-input";
import { type Language, languageOf } from "../../../server/languages/languages.ts";
import type { Assignment } from "../../../server/assignments/schema.ts";
import type { ResponseRun } from "../../../server/runs/schema.ts";
import { statusOfRun } from "../../../server/runs/policy.ts";
import { saveResponse } from "../../assignments/actions.ts";
import { ownResponse } from "../../assignments/state.ts";
import { errorText, isAbort, mayPass } from "../../kit/net/api.ts";
import { serverNow } from "../../kit/net/server-clock.ts";
import { meAtom } from "../../kit/net/session.ts";
import { toast } from "../../kit/data/toast.ts";
import { clearDraft, draftKey, readDraft, writeDraft } from "../../kit/forms/draft.ts";
import type { CasesState } from "../bench/run-state.tsx";
import { passedOf } from "../bench/run-text.tsx";
import { RunBadge } from "../saved/verification.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface HandInProps {
  assignment: Assignment;
  source: string;
  language: Language;
  state: CasesState;
  /** Called when the program is in the response form. */
  onFilled: () => void;
}

const FAILED = "Failed to update response.";
const passedIn = ({ results }: CasesState) => ({
  passed: passedOf(results),
  total: results.length,
});

/** Whether this run, of this very text, passes all cases. */
export const hasPassedAll = (state: CasesState, source: string): boolean =>
  state.phase === "done" && state.compiled && state.source === source &&
  statusOfRun(passedIn(state)) === "solved";

/** The draft of the response form. */
type Draft = Partial<
  Record<
    | "responseStatus"
    | "studentSolution"
    | "language"
    | "submissionUrl"
    | "learningNotes"
    | "sentAt",
    string
  >
>;

const keyOf = (assignmentId: string): string => draftKey("response", assignmentId);
const isDraft = (assignmentId: string, draft: Draft): boolean =>
  JSON.stringify(readDraft<Draft>(keyOf(assignmentId))) === JSON.stringify(draft);

/** Puts the program into the response's draft, so that nothing that was typed there is lost. */
function fill(assignmentId: string, change: Draft): Draft {
  const before = readDraft<Draft>(keyOf(assignmentId));
  const filled = { ...before, ...change };
  // A changed text was written later than the failed attempt.
  const draft = before && isDraft(assignmentId, filled) ? filled : { ...filled, sentAt: "" };
  writeDraft(keyOf(assignmentId), draft);
  return draft;
}

export function HandIn({ assignment, source, language, state, onFilled }: HandInProps) {
  const me = useAtomValue(meAtom);
  const known = me === null ? undefined : ownResponse(assignment, me);
  const [busy, setBusy] = useState(false);
  if (state.phase !== "done" || !state.compiled || state.source !== source) return null;
  const isHandedIn = known?.responseStatus === "solved" &&
    known.studentSolutionSource === source &&
    (known.language ?? languageOf(assignment.judge)) === language;
  if (isHandedIn) return <HandedIn run={known.run} />;
  const { _id: id } = assignment;

  async function handIn() {
    if (busy) return;
    setBusy(true);
    const draft = fill(id, { responseStatus: "solved", studentSolution: source, language });
    const { submissionUrl, learningNotes, sentAt } = draft;
    try {
      await saveResponse(id, {
        responseStatus: "solved",
        studentSolution: source,
        language,
        submissionUrl: submissionUrl ?? known?.submissionUrl ?? "",
        learningNotes: learningNotes ?? known?.learningNotes ?? "",
        screenshots: [],
        ...(sentAt && { sentAt }),
        version: known?.version,
      });
      // What was typed in the form meanwhile stays.
      if (isDraft(id, draft)) clearDraft(keyOf(id));
      toast.success("Response updated successfully!");
    } catch (error) {
      if (isAbort(error)) return;
      if (mayPass(error) && !sentAt && isDraft(id, draft)) {
        writeDraft(keyOf(id), { ...draft, sentAt: serverNow() });
      }
      // The response form holds the program: it can be sent from there.
      toast.error(errorText(error, FAILED));
      onFilled();
    } finally {
      setBusy(false);
    }
  }

  function use() {
    const status = known?.responseStatus ?? statusOfRun(passedIn(state)) ?? undefined;
    const typed = readDraft<Draft>(keyOf(id))?.responseStatus;
    fill(id, {
      studentSolution: source,
      language,
      ...(typed || status === undefined ? {} : { responseStatus: status }),
    });
    toast.info("The program is in your response. Save it there.");
    onFilled();
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
        <Button className="btn-primary" busy={busy} onClick={() => void handIn()}>
          <CircleCheckBig aria-hidden className="size-5" />
          {busy ? "Saving..." : "Hand in as solved"}
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
