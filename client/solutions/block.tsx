/** The solution beside its question, for staff: reading, showing and hiding it, a quick edit. */
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Assignment } from "../../server/assignments/schema.ts";
import type { Solution } from "../../server/solutions/schema.ts";
import { showSolution, updateSolution } from "../assignments/actions.ts";
import { isAbort } from "../kit/api.ts";
import { useEditing } from "../kit/editing.tsx";
import { AreaField } from "../kit/fields.tsx";
import { Problem, Submit } from "../kit/form.tsx";
import { Markup } from "../kit/markup.tsx";
import { Newer } from "../kit/newer.tsx";
import { showDateTime } from "../kit/time.ts";
import { takeOver } from "../kit/take-over.ts";
import { toast } from "../kit/toast.tsx";
import { SolutionText } from "./read.tsx";

const rules = async () => (await import("../../server/solutions/schema.ts")).solutionInput;

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
            <SolutionText solution={solution} />
            <div className="flex flex-wrap items-center gap-3 border-t border-base-300 pt-3">
              <p className="mr-auto text-sm text-muted">
                Last modified by {solution.lastModifiedBy.name}, {showDateTime(solution.updatedAt)}
              </p>
              <button
                ref={takeOver}
                type="button"
                className="btn btn-sm"
                onClick={() => setEditing(true)}
              >
                Quick edit
              </button>
            </div>
          </>
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
      await showSolution(id, !isVisible);
      toast.success(isVisible ? "Solution is now hidden." : "Solution is now visible.");
    } catch (error) {
      if (!isAbort(error)) toast.error("Failed to update solution visibility.");
    } finally {
      setBusy(false);
    }
  }
  return (
    <label className="flex cursor-pointer items-center gap-3 font-semibold">
      <input
        type="checkbox"
        role="switch"
        className="toggle toggle-primary"
        checked={isVisible}
        aria-disabled={busy}
        onChange={() => void toggle()}
      />
      Visible to students
    </label>
  );
}

interface QuickEditProps {
  id: string;
  solution: Solution;
  onClose: () => void;
}

function QuickEdit({ id, solution, onClose }: QuickEditProps) {
  const editing = useEditing({
    schema: rules,
    empty: { content: solution.contentSource ?? "", base: solution.version },
    toInput: ({ content }) => ({ content }),
    draft: "quick-solution",
    subject: id,
    otherwise: "Failed to update solution.",
    submit: async ({ content }, { base }) => {
      try {
        await updateSolution(id, { solution: content, version: base });
      } catch (error) {
        toast.error("Failed to update solution.");
        throw error;
      }
      toast.success("Solution updated successfully!");
      if (form.reset()) onClose();
    },
  });
  const { form } = editing;
  return (
    <form {...form.props} ref={takeOver} className="space-y-3">
      <Newer
        editing={editing}
        changed="Somebody has changed this solution meanwhile. Your text is kept."
        deleted="This solution has been deleted."
      >
        <Markup html={solution.content} />
      </Newer>
      <AreaField form={form} name="content" label="Solution" rows={12} isCode required />
      <Problem text={form.problem} />
      <div className="flex gap-3">
        <Submit busy={form.busy}>Save Solution</Submit>
        <button
          type="button"
          className="btn"
          onClick={() => {
            form.discard();
            onClose();
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}

function FeedbackList({ solution: { feedback } }: { solution: Solution }) {
  if (feedback.length === 0) return null;
  return (
    <details className="border-t border-base-300 pt-3">
      <summary className="cursor-pointer font-semibold">
        Feedback from {feedback.length === 1 ? "1 learner" : `${feedback.length} learners`}
      </summary>
      <ul className="mt-3 space-y-3">
        {feedback.map(({ student, feedback: text, updatedAt }) => (
          <li key={student._id} className="border-l-4 border-accent pl-3">
            <p className="whitespace-pre-wrap">{text}</p>
            <p className="text-sm text-muted">{student.name}, {showDateTime(updatedAt)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
