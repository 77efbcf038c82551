/** The dialogs of a card's tag menu: one confirms a new tag, the other sets the due date. */
import { type FormEvent, useState } from "react";
import type { AssignmentCard } from "../../../server/assignments/schema.ts";
import { CallError, errorText } from "../../kit/net/api.ts";
import { serverTime } from "../../kit/net/server-clock.ts";
import { toast } from "../../kit/data/toast.ts";
import { FormError, SubmitButton } from "../../kit/forms/form.tsx";
import { toField } from "../../kit/forms/moment.ts";
import { Confirm, Dialog } from "../../kit/ui/dialog.tsx";
import {
  changeDistributionTag,
  editAssignment,
  type GivenOutAs,
  prepareDistribution,
} from "../actions.ts";
import { AudienceField, type AudienceValue, changedAudience } from "../../sections/audience.tsx";
import { AppearsField } from "../give/appears-field.tsx";
import { DueFields, type DueValue } from "../give/due-fields.tsx";

const names: Record<GivenOutAs, string> = { hw: "HW", practice: "Practice", cw: "CW" };

interface GiveOutProps {
  item: AssignmentCard;
  chosen: GivenOutAs | "due";
  onClose: () => void;
}

export default function GiveOut({ item, chosen, onClose }: GiveOutProps) {
  return chosen === "due"
    ? <DueDialog item={item} onClose={onClose} />
    : <ConfirmTag item={item} chosen={chosen} onClose={onClose} />;
}

/** Returns the due date of a card for its fields. A due date that has passed is left out. */
function useDue({ dueAt, lateRule = "marked" }: AssignmentCard) {
  return useState<DueValue>(() => ({ dueAt: toField(dueAt), lateRule }));
}

function ConfirmTag(
  { item, chosen, onClose }: GiveOutProps & { chosen: GivenOutAs },
) {
  const hasEnded = item.dueAt ? Date.parse(item.dueAt) <= serverTime(Date.now()) : false;
  const [due, setDue] = useDue(hasEnded ? { ...item, dueAt: null } : item);
  const [appearsAt, setAppearsAt] = useState("");
  const [audience, setAudience] = useState<AudienceValue>(item.audience ?? null);
  async function confirm() {
    const { dueAt, lateRule } = due;
    const isSame = dueAt === toField(item.dueAt);
    const wanted = {
      lateRule,
      ...(!isSame && { dueAt: dueAt || null }),
      ...changedAudience(audience, item.audience),
    };
    try {
      if (appearsAt === "") await changeDistributionTag(item, chosen, wanted);
      else await prepareDistribution(item._id, { distributionTag: chosen, appearsAt, ...wanted });
    } catch (error) {
      // The tag is shown as it was. Only a time that was refused needs a sentence.
      const { dueAt, appearsAt, audience } = error instanceof CallError ? error.errors : {};
      const refusal = appearsAt ?? dueAt ?? audience;
      if (refusal !== undefined) toast.error(refusal);
    }
  }
  const isCentral = item.distributionTag === "central";
  return (
    <Confirm
      title="Confirm Tag Change"
      action="Confirm"
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="mb-4">
        Change the tag of “{item.title}” to <strong>{names[chosen]}</strong>?
      </p>
      <div className="space-y-4">
        <AudienceField value={audience} onChange={setAudience} />
        <DueFields value={due} onChange={setDue} />
        {isCentral && <AppearsField value={appearsAt} onChange={setAppearsAt} />}
      </div>
    </Confirm>
  );
}

function DueDialog({ item, onClose }: Omit<GiveOutProps, "chosen">) {
  const [due, setDue] = useDue(item);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem("");
    const isSame = due.dueAt === toField(item.dueAt);
    try {
      await editAssignment(item._id, {
        lateRule: due.lateRule,
        ...(!isSame && { dueAt: due.dueAt || null }),
      });
      toast.success(due.dueAt === "" ? "It has no due date." : "The due date is set.");
      onClose();
    } catch (error) {
      setProblem(errorText(error, "Failed to update assignment."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog title="Due date" onClose={onClose} wide>
      <form className="space-y-4" noValidate onSubmit={(event) => void save(event)}>
        <p className="text-muted">{item.title}</p>
        <DueFields value={due} onChange={setDue} />
        <FormError text={problem} />
        <div className="dialog-end">
          {item.dueAt && (
            <button
              type="button"
              className="btn btn-ghost mr-auto"
              onClick={() => setDue({ ...due, dueAt: "" })}
            >
              No due date
            </button>
          )}
          <button type="button" className="btn" onClick={onClose}>Cancel</button>
          <SubmitButton busy={busy} busyLabel="Saving...">Save</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
