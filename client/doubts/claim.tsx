/** "I have this": one mentor at a time says so, and the others see it. */
import { Hand } from "lucide-react";
import { useAtomValue } from "jotai";
import { useState } from "react";
import type { Doubt } from "../../server/doubts/schema.ts";
import { sentence } from "../kit/api.ts";
import { Confirm } from "../kit/dialog.tsx";
import { meAtom } from "../kit/session.ts";
import { showClock, useNow } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { claim, release } from "./actions.ts";
import { isLive } from "./card.tsx";

export function ClaimBar({ doubt }: { doubt: Doubt }) {
  const me = useAtomValue(meAtom);
  const now = useNow(5000);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const held = doubt.claim && isLive(doubt.claim, now) ? doubt.claim : null;
  const isMine = held?.by._id === me?._id;
  async function run(work: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.warning(sentence(error, "The claim could not be changed."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <section aria-label="Claim" className="panel space-y-3 p-4">
      <p role="status" className="flex items-center gap-2 font-semibold">
        <Hand aria-hidden className={`size-5 ${held ? "text-secondary" : "text-muted"}`} />
        {held === null
          ? "Nobody has this yet."
          : `${isMine ? "You have" : `${held.by.name} has`} this until ${showClock(held.until)}.`}
      </p>
      {held === null && (
        <button
          type="button"
          className="btn btn-secondary btn-block"
          aria-disabled={busy}
          onClick={() => run(() => claim(doubt._id))}
        >
          I have this
        </button>
      )}
      {held !== null && isMine && (
        <button
          type="button"
          className="btn btn-block"
          aria-disabled={busy}
          onClick={() => run(() => release(doubt._id))}
        >
          Release
        </button>
      )}
      {held !== null && !isMine && (
        <button
          type="button"
          className="btn btn-block"
          onClick={() => setAsking(true)}
        >
          Take over
        </button>
      )}
      {asking && held !== null && (
        <Confirm
          title="Take over?"
          action="Take over"
          onConfirm={() => run(() => claim(doubt._id, true))}
          onClose={() => setAsking(false)}
        >
          {held.by.name} has this until{" "}
          {showClock(held.until)}. Take it over only if you know that nobody is working on it.
        </Confirm>
      )}
    </section>
  );
}
