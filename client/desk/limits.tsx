/** The dialog for a mentor's own limits: after how many minutes a wait is long, and too long. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { waitLimitsAtom } from "../kit/triage/limits.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import { setLimits } from "./actions.ts";
import { LineOrder } from "../doubts/line.tsx";

export function Limits() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts([{ keys: [], name: "Long-wait limits", run: () => setOpen(true) }], "More");
  if (!isOpen) return null;
  return (
    <Dialog title="When a wait is long" onClose={() => setOpen(false)}>
      <LimitsForm onDone={() => setOpen(false)} />
      <h3 className="mt-6 mb-1 font-semibold">The order of doubts</h3>
      <LineOrder />
    </Dialog>
  );
}

function LimitsForm({ onDone }: { onDone: () => void }) {
  const { long, tooLong } = useAtomValue(waitLimitsAtom);
  const form = useForm({
    schema: async () => (await import("../../server/desk/schema.ts")).limitsInput,
    empty: { long: String(long), tooLong: String(tooLong) },
    otherwise: "The limits could not be saved.",
    toInput: (values) => ({ long: Number(values.long), tooLong: Number(values.tooLong) }),
    submit: async (limits) => {
      await setLimits(limits);
      onDone();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-muted">These limits apply only to you, on all your devices.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="long" label="Long after (minutes)" inputMode="numeric" />
        <TextField
          form={form}
          name="tooLong"
          label="Too long after (minutes)"
          inputMode="numeric"
        />
      </div>
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy}>Save</SubmitButton>
    </form>
  );
}
