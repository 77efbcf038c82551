/** Assigns a question personally: a search for students, and the students chosen so far. */
import { type FormEvent, useState } from "react";
import { type Assignment, NO_STUDENTS_MESSAGE } from "../../../server/assignments/schema.ts";
import { CallError, errorText, isAbort } from "../../kit/net/api.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { FormError, SubmitButton } from "../../kit/forms/form.tsx";
import { appearsAtOf, toField } from "../../kit/forms/moment.ts";
import { toast } from "../../kit/data/toast.ts";
import type { Person } from "../../people/picker.tsx";
import { assignPersonally } from "../actions.ts";
import { AppearsField } from "../give/appears-field.tsx";
import { DueFields, type DueValue } from "../give/due-fields.tsx";
import { StudentChoice } from "../give/student-choice.tsx";

const NO_ERRORS: Record<string, string> = {};

export default function AssignForm(
  { assignment, onClose }: { assignment: Assignment; onClose: () => void },
) {
  const { _id: id, assignedTo, dueAt, lateRule = "marked", version } = assignment;
  const [chosen, setChosen, forget] = useDraft<readonly Person[]>(
    draftKey("assign", id),
    assignedTo,
  );
  const [due, setDue] = useState<DueValue>({ dueAt: toField(dueAt), lateRule });
  const [appearsAt, setAppearsAt] = useState("");
  const isCentral = assignment.distributionTag === "central";
  const [errors, setErrors] = useState(NO_ERRORS);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const isSame = due.dueAt === toField(dueAt);
    const input = {
      assignedTo: chosen.map(({ _id }) => _id),
      version,
      lateRule: due.lateRule,
      ...(!isSame && { dueAt: due.dueAt || null }),
      ...appearsAtOf(isCentral ? appearsAt : ""),
    };
    if (chosen.length === 0) {
      toast.warning(NO_STUDENTS_MESSAGE);
      return setProblem(NO_STUDENTS_MESSAGE);
    }
    setProblem("");
    setErrors(NO_ERRORS);
    setBusy(true);
    try {
      await assignPersonally(id, input);
      toast.success(
        input.appearsAt === undefined
          ? "Assignment updated with personal assignees!"
          : "It is scheduled for these students.",
      );
      forget();
      onClose();
    } catch (error) {
      if (isAbort(error)) return;
      toast.error("Failed to assign personally.");
      if (error instanceof CallError) setErrors(error.errors);
      setProblem(errorText(error, "Failed to assign personally."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void save(event)}>
      <StudentChoice chosen={chosen} onChange={setChosen} />
      <DueFields value={due} error={errors.dueAt} onChange={setDue} />
      {isCentral && (
        <AppearsField value={appearsAt} error={errors.appearsAt} onChange={setAppearsAt} />
      )}
      <FormError text={problem} />
      <div className="dialog-end">
        <button type="button" className="btn" onClick={onClose}>Cancel</button>
        <SubmitButton busy={busy} busyLabel="Assigning...">Assign</SubmitButton>
      </div>
    </form>
  );
}
