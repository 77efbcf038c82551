/** The dialogs of a card's tag menu: one confirms a new tag, the other sets the due date. */
import type { AssignmentCard, DistributionInput } from "../../../server/assignments/schema.ts";
import { CallError } from "../../kit/net/api.ts";
import { serverTime } from "../../kit/net/server-clock.ts";
import { toast } from "../../kit/data/toast.ts";
import { SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { FormEnd } from "../../kit/forms/form-end.tsx";
import { appearsAtOf } from "../../kit/forms/moment.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { changeDistributionTag, editAssignment, type GivenOutAs } from "../actions.ts";
import { AudienceField, type AudienceValue, changedAudience } from "../../sections/audience.tsx";
import { distributionTags } from "../badges.tsx";
import { AppearsField, changedDue, DueFields, dueOf } from "../give/fields.tsx";

interface DialogProps {
  item: AssignmentCard;
  onClose: () => void;
}

export function ConfirmTag({ item, chosen, onClose }: DialogProps & { chosen: GivenOutAs }) {
  const hasEnded = item.dueAt ? Date.parse(item.dueAt) <= serverTime(Date.now()) : false;
  const form = useForm({
    schema: async () => (await import("../../../server/assignments/schema.ts")).distributionInput,
    empty: {
      // A due date that has passed is left out.
      ...dueOf(hasEnded ? { ...item, dueAt: null } : item),
      appearsAt: "",
      audience: item.audience ?? null as AudienceValue,
    },
    toInput: ({ appearsAt, audience, ...due }) => ({
      distributionTag: chosen,
      ...changedDue(due, item),
      ...changedAudience(audience, item.audience),
      ...appearsAtOf(appearsAt),
    }),
    submit: (wanted) => {
      onClose();
      void giveOut(item, wanted);
    },
  });
  return (
    <Dialog title="Confirm Tag Change" onClose={onClose}>
      <form {...form.props} className="space-y-4">
        <p>
          Change the tag of “{item.title}” to <strong>{distributionTags[chosen].name}</strong>?
        </p>
        <AudienceField
          value={form.values.audience}
          onChange={(audience) => form.set("audience", audience)}
        />
        <DueFields form={form} />
        {item.distributionTag === "central" && <AppearsField form={form} />}
        <div className="dialog-end">
          <Button data-begin onClick={onClose}>Cancel</Button>
          <SubmitButton busy={form.busy}>Confirm</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

async function giveOut(item: AssignmentCard, wanted: DistributionInput): Promise<void> {
  try {
    await changeDistributionTag(item, wanted);
  } catch (error) {
    // The tag is shown as it was. Only a time that was refused needs a sentence.
    const { dueAt, appearsAt, audience } = error instanceof CallError ? error.errors : {};
    const refusal = appearsAt ?? dueAt ?? audience;
    if (refusal !== undefined) toast.error(refusal);
  }
}

export function DueDialog({ item, onClose }: DialogProps) {
  const form = useForm({
    schema: async () => (await import("../../../server/assignments/write/schema.ts")).editInput,
    empty: dueOf(item),
    otherwise: "Failed to update assignment.",
    toInput: (due) => changedDue(due, item),
    submit: async (input, { dueAt }) => {
      await editAssignment(item._id, input);
      toast.success(dueAt === "" ? "It has no due date." : "The due date is set.");
      onClose();
    },
  });
  return (
    <Dialog title="Due date" onClose={onClose} wide>
      <form {...form.props} className="space-y-4">
        <p className="text-muted">{item.title}</p>
        <DueFields form={form} />
        <FormEnd
          form={form}
          onClose={onClose}
          busyLabel="Saving..."
          more={item.dueAt && (
            <Button
              className="btn-ghost mr-auto"
              onClick={() => form.set("dueAt", "")}
            >
              No due date
            </Button>
          )}
        >
          Save
        </FormEnd>
      </form>
    </Dialog>
  );
}
