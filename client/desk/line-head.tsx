/** The head of a queue, always in sight: who has waited longest, and a menu of rarer things. */
import { useAtomValue } from "jotai";
import type { Oldest } from "../../server/desk/schema.ts";
import { useState } from "react";
import Ellipsis from "../kit/ui/icon.tsx?ellipsis";
import Hourglass from "../kit/ui/icon.tsx?hourglass";
import { activeShortcuts, useShortcuts } from "../kit/focus/shortcuts.tsx";
import { WaitingClock } from "../kit/triage/waiting-time.tsx";
import { useNow } from "../kit/ui/format-time.ts";
import { Menu } from "../kit/ui/menu.tsx";
import { deskAtom } from "./state.ts";
import { TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { waitLimitsAtom } from "../kit/triage/limits.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import { setLimits } from "./actions.ts";
import { LineOrder } from "../doubts/line.tsx";

interface LineHeadProps {
  of: "doubts" | "reviews";
  longest: Oldest | undefined;
  /** Whether `longest` is the longest wait: not if the queue is filtered. */
  isLongestKnown: boolean;
  onOpen: (key: string) => void;
}

const MINUTE = 60_000;

export default function LineHead({ of, longest, isLongestKnown, onOpen }: LineHeadProps) {
  const now = useNow(1000);
  const line = useAtomValue(deskAtom)?.[of];
  const oldest = isLongestKnown ? longest : line?.oldest ?? undefined;
  useShortcuts([{
    keys: [],
    name: "Open the longest wait",
    run: () => oldest && onOpen(oldest.key),
  }], "Queue");
  const median = line === undefined
    ? "…"
    : line.median === null
    ? "Few answers in the last hour"
    : `usually ${Math.max(1, Math.round(line.median / MINUTE))} min, in the last hour`;
  return (
    // The height stays the same, so that no row moves under the reader's eyes.
    <div className="flex h-11 shrink-0 items-center gap-2 border-b-2 border-base-300 bg-base-200/60 pl-3">
      {oldest === undefined ? <p className="text-muted">No one is waiting.</p> : (
        <button
          type="button"
          className="flex min-w-0 items-center gap-2 rounded-field"
          onClick={() => onOpen(oldest.key)}
        >
          <Hourglass aria-hidden className="size-4 shrink-0 text-accent" />
          <span className="sr-only">Longest wait:</span>
          <span className="min-w-0 truncate font-semibold">{oldest.name}</span>
          <WaitingClock since={oldest.since} now={now} isLongest />
        </button>
      )}
      <div className="ml-auto shrink-0">
        <Menu
          label={<Ellipsis aria-hidden className="size-5" />}
          name="More"
          className="btn-sm btn-square"
          align="end"
          plain
        >
          <More />
          <li className="px-3 py-2 text-sm text-muted">{median}</li>
        </Menu>
      </div>
      <Limits />
    </div>
  );
}

/** What the open item and its queue offer and has no button of its own. */
function More() {
  const [all] = useState(() => activeShortcuts().find(({ group }) => group === "More"));
  return all?.shortcuts.map(({ name, run }) => (
    <li key={name}>
      {/* The menu gives the focus back first. */}
      <button type="button" className="py-2" onClick={() => setTimeout(() => run(""))}>
        {name}
      </button>
    </li>
  ));
}

function Limits() {
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
