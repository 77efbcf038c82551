/** The solution beside its question, for staff, with its visibility and a quick edit. */
import { useState } from "react";
import { Link } from "wouter";
import Pencil from "../kit/ui/icon.tsx?pencil";
import type { Assignment } from "../../server/assignments/schema.ts";
import type { Solution } from "../../server/solutions/schema.ts";
import { setSolutionVisible } from "../assignments/actions.ts";
import { isAbort } from "../kit/net/api.ts";
import { saveSolution } from "./actions.ts";
import { CancelButton } from "../kit/forms/cancel-button.tsx";
import { useEditing } from "../kit/forms/edit-conflict.tsx";
import { AreaField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton } from "../kit/forms/form.tsx";
import { RichText } from "../kit/ui/rich-text.tsx";
import { NewerVersion } from "../kit/forms/newer-version.tsx";
import { Time } from "../kit/ui/time.tsx";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { toast } from "../kit/data/toast.ts";
import { SampleCheck } from "../runs/sample/sample.tsx";
import { PersonName } from "../people/person-name.tsx";
import { SolutionText } from "./read.tsx";
import { Button } from "../kit/ui/button.tsx";
import { Tick } from "../kit/ui/tick.tsx";
import { plural } from "../kit/ui/plural.ts";

export function SolutionBlock({ assignment }: { assignment: Assignment }) {
  const { _id: id, solution, solutionVisible } = assignment;
  const [editing, setEditing] = useState(false);
  return (
    <section aria-labelledby="solution" className="panel min-w-0 space-y-5 p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <h2 id="solution" className="mr-auto text-xl font-bold">Solution</h2>
        <Visibility id={id} isVisible={solutionVisible} />
        <Link href={`/solution/${id}`} className="btn">
          <Pencil aria-hidden className="size-4" /> Edit Solution
        </Link>
      </div>
      {solution == null
        ? <p className="text-lg text-muted">No solution available for this assignment.</p>
        : editing
        ? <QuickEdit id={id} solution={solution} onClose={() => setEditing(false)} />
        : (
          <>
            <SolutionText solution={solution} assignmentId={id} />
            <div className="flex flex-wrap items-center gap-3 border-t border-base-300 pt-3">
              <p className="mr-auto text-sm text-muted">
                Last modified by {solution.lastModifiedBy.name}, <Time at={solution.updatedAt} />
              </p>
              <Button ref={takeLostFocus} className="btn-sm" onClick={() => setEditing(true)}>
                Quick edit
              </Button>
            </div>
          </>
        )}
      {solution != null && !editing && (
        <SampleCheck assignmentId={id} text={solution.contentSource ?? ""} />
      )}
      {solution != null && <FeedbackList solution={solution} />}
    </section>
  );
}

function Visibility({ id, isVisible }: { id: string; isVisible: boolean }) {
  const [busy, setBusy] = useState(false);
  async function toggle() {
    if (busy) return;
    setBusy(true);
    try {
      await setSolutionVisible(id, !isVisible);
      toast.success(isVisible ? "Solution is now hidden." : "Solution is now visible.");
    } catch (error) {
      if (!isAbort(error)) toast.error("Failed to update solution visibility.");
    } finally {
      setBusy(false);
    }
  }
  return (
    <Tick
      role="switch"
      box="toggle toggle-primary"
      className="items-center gap-3 font-semibold"
      isOn={isVisible}
      aria-disabled={busy}
      onTick={() => void toggle()}
    >
      Visible to students
    </Tick>
  );
}

function QuickEdit(
  { id, solution, onClose }: { id: string; solution: Solution; onClose: () => void },
) {
  const editing = useEditing({
    schema: async () => (await import("../../server/solutions/schema.ts")).solutionInput,
    empty: { content: solution.contentSource ?? "", base: solution.version },
    toInput: ({ content }) => ({ content }),
    draft: "quick-solution",
    subject: id,
    otherwise: "Failed to update solution.",
    tells: "failure",
    submit: async ({ content }, { base }) => {
      await saveSolution(id, { content, version: base });
      toast.success("Solution updated successfully!");
      if (form.reset()) onClose();
    },
  });
  const { form } = editing;
  return (
    <form {...form.props} ref={takeLostFocus} className="space-y-3">
      <NewerVersion
        editing={editing}
        changed="Somebody has changed this solution. Your text is kept."
        deleted="This solution has been deleted. You can still copy your text."
      >
        <RichText html={solution.content} />
      </NewerVersion>
      <AreaField form={form} name="content" label="Solution" rows={12} isCode isMarkdown required />
      <FormError text={form.problem} />
      <div className="flex gap-3">
        <SubmitButton busy={form.busy}>Save Solution</SubmitButton>
        <CancelButton form={form} onClose={onClose} />
      </div>
    </form>
  );
}

function FeedbackList({ solution: { feedback } }: { solution: Solution }) {
  if (feedback.length === 0) return null;
  return (
    <details className="border-t border-base-300 pt-3">
      <summary className="cursor-pointer font-semibold">
        Feedback from {plural(feedback.length, "learner")}
      </summary>
      <ul className="mt-3 space-y-3">
        {feedback.map(({ student, feedback: text, updatedAt }) => (
          <li key={student._id} className="border-l-4 border-accent pl-3">
            <p className="whitespace-pre-wrap">{text}</p>
            <p className="text-sm text-muted">
              <PersonName person={student} />, <Time at={updatedAt} />
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
