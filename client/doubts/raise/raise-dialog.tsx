/** The dialog in which a learner raises a doubt on an assignment. */
import { usualShown } from "../../../server/doubts/policy.ts";
import type { DistributionTag } from "../../../server/assignments/schema.ts";
import { AreaField, SelectField, SwitchField } from "../../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { serverNow } from "../../kit/net/server-clock.ts";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { AttachProgram, refTo, useOwnProgram } from "../../runs/kept/newest-run.tsx";
import { raiseDoubt } from "../actions.ts";
import { SimilarDoubts } from "./similar.tsx";
import { openInput } from "../../../server/doubts/schema.ts";

const PROGRAM_READERS = [["class", "The class"], ["staff", "Mentors only"]] as const;

interface RaiseProps {
  assignment: {
    _id: string;
    title: string;
    distributionTag: DistributionTag;
    dueAt?: string | null | undefined;
  };
  onClose: () => void;
  /** Called after the doubt is sent, or stored until it can be sent. */
  onRaised?: () => void;
}

export default function RaiseDialog({ assignment, onClose, onRaised }: RaiseProps) {
  const own = useOwnProgram(assignment._id);
  const { distributionTag, dueAt = null } = assignment;
  const usual = usualShown({ distributionTag, dueAt }, serverNow());
  const form = useForm({
    schema: openInput,
    empty: { doubtText: "", private: false, attach: true, shown: "", refusal: "" },
    toInput: ({ doubtText, private: isPrivate, attach, shown }) => ({
      assignmentId: assignment._id,
      doubtText,
      ...(isPrivate ? { private: true } : {}),
      // An open doubt keeps its readers, unless fewer are wanted, or others are chosen.
      ...(attach && own !== null && (shown || usual === "staff") &&
        { programShown: shown || usual }),
    }),
    draft: "raise",
    subject: assignment._id,
    otherwise: "The doubt could not be raised.",
    submit: (input, { attach }) => {
      raiseDoubt(input, attach && own !== null ? refTo(assignment._id, own) : null);
      if (form.reset()) onClose();
      onRaised?.();
    },
  });
  return (
    <Dialog title="Raise a doubt" onClose={onClose} wide>
      <p className="mb-4 text-muted">{assignment.title}</p>
      <form {...form.props} className="space-y-4">
        <FormError text={form.values.refusal} />
        <AreaField
          form={form}
          name="doubtText"
          label="Your doubt"
          hint="What did you try, and what happened instead? Markdown and ``` for code work here."
          rows={6}
          required
        />
        <SimilarDoubts
          assignmentId={assignment._id}
          text={form.values.doubtText}
          runId={own !== null && "id" in own.program ? own.program.id : undefined}
        />
        {own !== null && (
          <AttachProgram
            program={own}
            isOn={form.values.attach}
            onChange={(isOn) => form.set("attach", isOn)}
          />
        )}
        {own !== null && form.values.attach && !form.values.private && (
          <SelectField
            form={{ ...form, values: { ...form.values, shown: form.values.shown || usual } }}
            name="shown"
            label="Show my program to"
            hint={usual === "staff"
              ? "This homework is not over yet. You can change this later."
              : "You can change this later."}
            options={PROGRAM_READERS}
          />
        )}
        <SwitchField
          form={form}
          name="private"
          label="Private doubt"
          hint="Only you, mentors and admins can read a private doubt."
        />
        <FormError text={form.problem} />
        <div className="dialog-end">
          <button type="button" className="btn" onClick={onClose}>Cancel</button>
          <SubmitButton busy={form.busy}>Raise a doubt</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
