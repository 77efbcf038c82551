/** The prepared questions, for staff: live, with their time, "Publish now" and "Unschedule". */
import { useAtomValue } from "jotai";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { CallError, errorText } from "../../kit/net/api.ts";
import { useLoad } from "../../kit/data/query.ts";
import { toast } from "../../kit/data/toast.ts";
import { FormError, SubmitButton } from "../../kit/forms/form.tsx";
import { toField } from "../../kit/forms/moment.ts";
import { ScheduledRows } from "../../kit/lists/scheduled-rows.tsx";
import {
  editAssignment,
  loadScheduled,
  publishAssignment,
  withdrawAssignment,
} from "../actions.ts";
import { AppearsField } from "./appears-field.tsx";
import { TagBadge } from "../badges.tsx";
import { Due } from "../due.tsx";
import { DueFields, type DueValue } from "./due-fields.tsx";
import { scheduledAtom, type ScheduledQuestion } from "../state.ts";

export function ScheduledQuestions() {
  const known = useAtomValue(scheduledAtom);
  const loading = useLoad(loadScheduled, "Failed to load the scheduled questions.", known?.stale);
  return (
    <ScheduledRows
      heading="Questions"
      items={known?.items}
      loading={loading}
      toNew={<Link href="/mentor?panel=question" className="link-plain">Create one</Link>}
      describe={(item) => ({
        name: item.title,
        more: <More item={item} />,
        by: item.lastModifiedBy.name,
      })}
      asks={{
        publish: "It is given out now, with the settings it was scheduled with.",
        remove: "It will not be given out. The question stays, and only staff see it.",
      }}
      removeWord="Unschedule"
      onPublish={publishAssignment}
      onRemove={withdrawAssignment}
      edit={(id, item, close) => <EditPlan key={id} item={item} onClose={close} />}
    />
  );
}

function More({ item }: { item: ScheduledQuestion }) {
  const { _id, prepared } = item;
  if (prepared === undefined) return null;
  const { distributionTag, students } = prepared;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <TagBadge tag={distributionTag} />
      {students > 0 && (
        <span className="text-sm">{students === 1 ? "1 student" : `${students} students`}</span>
      )}
      <Due item={item} />
      <Link href={`/assignments/${_id}`} className="link-plain text-sm">
        View the question<span className="sr-only">: {item.title}</span>
      </Link>
    </div>
  );
}

/** The time, the due date and the late rule. The question itself is edited on its own page. */
function EditPlan({ item, onClose }: { item: ScheduledQuestion | null; onClose: () => void }) {
  const [id] = useState(item?._id);
  const [appearsAt, setAppearsAt] = useState(toField(item?.appearsAt));
  const [due, setDue] = useState<DueValue>(() => ({
    dueAt: toField(item?.dueAt),
    lateRule: item?.lateRule ?? "marked",
  }));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy || id === undefined) return;
    setBusy(true);
    setProblem("");
    setErrors({});
    try {
      await editAssignment(id, { appearsAt, dueAt: due.dueAt || null, lateRule: due.lateRule });
      toast.success("Saved.");
      onClose();
    } catch (error) {
      if (error instanceof CallError) setErrors(error.errors);
      setProblem(errorText(error, "Failed to update assignment."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void save(event)}>
      <p className="text-muted">
        {item?.title ?? "It has been given out, or is no longer scheduled."}
      </p>
      <AppearsField value={appearsAt} error={errors.appearsAt} required onChange={setAppearsAt} />
      <DueFields value={due} error={errors.dueAt} onChange={setDue} />
      <FormError text={problem} />
      <div className="flex flex-wrap justify-end gap-3">
        {id !== undefined && (
          <Link href={`/assignments/${id}`} className="btn btn-ghost mr-auto">
            Edit the question
          </Link>
        )}
        <button type="button" className="btn" onClick={onClose}>Cancel</button>
        <SubmitButton busy={busy} busyLabel="Saving...">Save</SubmitButton>
      </div>
    </form>
  );
}
