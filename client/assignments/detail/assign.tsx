/** Assigns a question personally: a search for students, and the students chosen so far. */
import type { Assignment } from "../../../server/assignments/schema.ts";
import { useForm } from "../../kit/forms/form.tsx";
import { FormEnd } from "../../kit/forms/form-end.tsx";
import { appearsAtOf } from "../../kit/forms/moment.ts";
import { toast } from "../../kit/data/toast.ts";
import type { Person } from "../../people/picker.tsx";
import { assignPersonally } from "../actions.ts";
import { AppearsField, changedDue, DueFields, dueOf, StudentChoice } from "../give/fields.tsx";

export default function AssignForm(
  { assignment, onClose }: { assignment: Assignment; onClose: () => void },
) {
  const { _id: id, assignedTo, version } = assignment;
  const isCentral = assignment.distributionTag === "central";
  const form = useForm({
    schema: async () => (await import("../../../server/assignments/schema.ts")).assignInput,
    empty: { students: assignedTo as readonly Person[], ...dueOf(assignment), appearsAt: "" },
    draft: "assign",
    subject: id,
    secret: ["dueAt", "lateRule", "appearsAt"],
    otherwise: "Failed to assign personally.",
    tells: "failure",
    toInput: ({ students, appearsAt, ...due }) => ({
      assignedTo: students.map(({ _id }) => _id),
      version,
      ...changedDue(due, assignment),
      ...appearsAtOf(isCentral ? appearsAt : ""),
    }),
    submit: async (input) => {
      await assignPersonally(id, input);
      toast.success(
        input.appearsAt === undefined
          ? "Assignment updated with personal assignees!"
          : "It is scheduled for these students.",
      );
      form.reset();
      onClose();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <StudentChoice form={form} />
      <DueFields form={form} />
      {isCentral && <AppearsField form={form} />}
      <FormEnd form={form} onClose={onClose} busyLabel="Assigning...">Assign</FormEnd>
    </form>
  );
}
