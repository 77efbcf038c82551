/** The prepared questions, for staff: live, with their time, "Publish now" and "Unschedule". */
import { useState } from "react";
import { Link } from "wouter";
import { toast } from "../../kit/data/toast.ts";
import { useForm } from "../../kit/forms/form.tsx";
import { FormEnd } from "../../kit/forms/form-end.tsx";
import { toField } from "../../kit/forms/moment.ts";
import { ScheduledRows } from "../../kit/lists/scheduled-rows.tsx";
import {
  editAssignment,
  loadScheduled,
  publishAssignment,
  withdrawAssignment,
} from "../actions.ts";
import { plural } from "../../kit/ui/plural.ts";
import { TagBadge } from "../badges.tsx";
import { Due } from "../due.tsx";
import { AppearsField, DueFields, dueOf } from "./fields.tsx";
import { scheduledAtom, type ScheduledQuestion } from "../state.ts";

export function ScheduledQuestions() {
  return (
    <ScheduledRows
      heading="Questions"
      list={{
        of: scheduledAtom,
        load: loadScheduled,
        failed: "Failed to load the scheduled questions.",
      }}
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
      {students > 0 && <span className="text-sm">{plural(students, "student")}</span>}
      <Due item={item} />
      <Link href={`/assignments/${_id}`} className="link-plain text-sm">
        View the question<span className="sr-only">: {item.title}</span>
      </Link>
    </div>
  );
}

/** The time, the due date and the late rule. The question itself is edited on its own page. */
function EditPlan({ item, onClose }: { item: ScheduledQuestion | null; onClose: () => void }) {
  const [begun] = useState(item);
  const id = begun?._id ?? "";
  const form = useForm({
    schema: async () => (await import("../../../server/assignments/write/schema.ts")).editInput,
    empty: { appearsAt: toField(begun?.appearsAt), ...dueOf(begun ?? {}) },
    otherwise: "Failed to update assignment.",
    submit: async (input) => {
      await editAssignment(id, input);
      toast.success("Saved.");
      onClose();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-muted">
        {item?.title ?? "It has been given out, or is no longer scheduled."}
      </p>
      <AppearsField form={form} isPlanned />
      <DueFields form={form} />
      <FormEnd
        form={form}
        onClose={onClose}
        busyLabel="Saving..."
        more={
          <Link href={`/assignments/${id}`} className="btn btn-ghost mr-auto">
            Edit the question
          </Link>
        }
      >
        Save
      </FormEnd>
    </form>
  );
}
