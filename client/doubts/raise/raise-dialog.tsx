/** The dialog in which a learner raises a doubt on an assignment. */
import { usualShown } from "../../../server/doubts/policy.ts";
import type { AssignmentCard } from "../../../server/assignments/schema.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { AreaField, Checkbox, SelectField } from "../../kit/forms/fields.tsx";
import { FormError, useForm } from "../../kit/forms/form.tsx";
import { FormEnd } from "../../kit/forms/form-end.tsx";
import { serverNow } from "../../kit/net/server-clock.ts";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { refTo, useOwnProgram } from "../../runs/saved/newest-run.tsx";
import { raiseDoubt } from "../actions.ts";
import { AskWithoutName, NameWarning, readerOptions, type Readers, toSend } from "../readers.tsx";
import { SimilarDoubts } from "./similar.tsx";

interface RaiseProps {
  assignment: Pick<AssignmentCard, "_id" | "title" | "distributionTag" | "dueAt">;
  onClose: () => void;
  /** Called after the doubt is sent, or stored until it can be sent. */
  onRaised: () => void;
}

export default function RaiseDialog({ assignment, onClose, onRaised }: RaiseProps) {
  const own = useOwnProgram(assignment._id);
  // Many begin their program with a comment that has their name.
  const [typed] = useDraft(draftKey("program", assignment._id), "");
  const { distributionTag, dueAt = null } = assignment;
  const isHeldBack = own !== null &&
    usualShown({ distributionTag, dueAt }, serverNow()) === "staff";
  const form = useForm({
    schema: async () => (await import("../../../server/doubts/schema.ts")).openInput,
    empty: {
      doubtText: "",
      readers: "" as Readers | "",
      anonymous: false,
      attach: true,
      refusal: "",
    },
    toInput: ({ doubtText, readers, anonymous, attach }) => ({
      assignmentId: assignment._id,
      doubtText,
      // An open doubt keeps its readers, unless fewer are wanted, or others are chosen.
      ...((readers || (attach && isHeldBack)) && toSend(readers || "without program")),
      ...(anonymous && readers !== "staff" && { anonymous }),
    }),
    draft: "raise",
    subject: assignment._id,
    otherwise: "The doubt could not be raised.",
    submit: (input, { attach }) => {
      raiseDoubt(input, attach && own !== null ? refTo(assignment._id, own) : null);
      if (!form.reset()) return;
      onClose();
      onRaised();
    },
  });
  const hasProgram = own !== null && form.values.attach;
  const chosen = form.values.readers || (isHeldBack ? "without program" : "class");
  const readers = chosen === "without program" && !hasProgram ? "class" : chosen;
  const isForClass = distributionTag !== "personal" && readers !== "staff";
  return (
    <Dialog title="Raise a doubt" onClose={onClose} wide>
      <p className="mb-4 text-muted">{assignment.title}</p>
      <form {...form.props} className="space-y-4">
        <FormError text={form.values.refusal} />
        <div>
          <AreaField
            isMarkdown
            form={form}
            name="doubtText"
            label="Your doubt"
            hint="What did you try, and what happened instead? Markdown and ``` for code work here."
            rows={6}
            required
          />
          {isForClass && form.values.anonymous && (
            <NameWarning
              text={`${form.values.doubtText}\n${readers === "class" && hasProgram ? typed : ""}`}
            />
          )}
        </div>
        <SimilarDoubts
          assignmentId={assignment._id}
          text={form.values.doubtText}
          runId={own !== null && "id" in own.program ? own.program.id : undefined}
        />
        {own !== null && (
          <Checkbox
            label="Attach my program"
            hint={own.text}
            isOn={form.values.attach}
            onChange={(isOn) => form.set("attach", isOn)}
          />
        )}
        {distributionTag !== "personal" && (
          <SelectField
            form={{ ...form, values: { ...form.values, readers } }}
            name="readers"
            label="Who may read it"
            hint={isHeldBack && hasProgram
              ? "This homework is not over yet. You can change this later."
              : "You can change this later."}
            options={readerOptions(hasProgram)}
          />
        )}
        {isForClass && <AskWithoutName form={form} />}
        <FormEnd form={form} onClose={onClose}>Raise a doubt</FormEnd>
      </form>
    </Dialog>
  );
}
