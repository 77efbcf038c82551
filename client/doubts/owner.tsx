/** What the student who raised a doubt may do: resolve it, ask again, make it private. */
import { CircleCheckBig, RotateCcw } from "lucide-react";
import { useState } from "react";
import { isOpenToClass } from "../../server/doubts/policy.ts";
import type { Doubt } from "../../server/doubts/schema.ts";
import { sentence } from "../kit/api.ts";
import { toast } from "../kit/toast.tsx";
import { resolve, setPrivate } from "./actions.ts";
import { Compose, useThreadDraft } from "./compose.tsx";

const rules = async () => (await import("../../server/doubts/schema.ts")).followupInput;

export function OwnerActions({ doubt }: { doubt: Doubt }) {
  const [draft] = useThreadDraft("followup", doubt._id);
  const [chosen, setChosen] = useState<boolean | null>(null);
  // A text that was begun, or came back, is in view.
  const asking = chosen ?? (draft.followup ?? "") !== "";
  const [isResolving, setResolving] = useState(false);
  async function markResolved() {
    if (isResolving) return;
    setResolving(true);
    await resolve(doubt._id);
    setResolving(false);
  }
  return (
    <section
      aria-label="Your doubt"
      className="writing space-y-4"
    >
      <div className="flex gap-3 max-sm:*:grow max-sm:*:px-2">
        <button
          type="button"
          className="btn btn-success"
          aria-disabled={isResolving}
          onClick={() => void markResolved()}
        >
          <CircleCheckBig aria-hidden className="size-5" />
          Mark as Resolved
        </button>
        <button
          type="button"
          className="btn"
          aria-expanded={asking}
          onClick={() => setChosen(!asking)}
        >
          <RotateCcw aria-hidden className="size-5" />
          Ask Again
        </button>
      </div>
      {asking && (
        <Compose
          doubt={doubt}
          kind="followup"
          schema={rules}
          label="What is still unclear?"
          button="Send Follow-up"
          otherwise="Failed to send follow-up."
        />
      )}
    </section>
  );
}

export function PrivateSwitch({ doubt }: { doubt: Doubt }) {
  const [busy, setBusy] = useState(false);
  async function change(isPrivate: boolean) {
    setBusy(true);
    try {
      await setPrivate(doubt._id, isPrivate);
    } catch (error) {
      toast.error(sentence(error, "The doubt could not be changed."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="panel p-4">
      <label className="flex cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          role="switch"
          className="toggle toggle-primary"
          checked={doubt.private}
          aria-disabled={busy}
          aria-describedby="private-hint"
          onChange={(event) => busy || void change(event.target.checked)}
        />
        Private doubt
      </label>
      <p id="private-hint" className="mt-2 text-sm text-muted">
        {isOpenToClass(doubt)
          ? "The class can read this, and learn from it."
          : "Only you, mentors and admins can read this."}
      </p>
    </div>
  );
}
