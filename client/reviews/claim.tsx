/** Who has a response, and the keys to take it, give it back, or take it over. */
import { Hand } from "lucide-react";
import { useAtomValue } from "jotai";
import { useRef, useState } from "react";
import type { ListedReview } from "../../server/reviews/schema.ts";
import { sentence } from "../kit/api.ts";
import { Confirm } from "../kit/dialog.tsx";
import { useKeys } from "../kit/keys.tsx";
import { meAtom } from "../kit/session.ts";
import { showClock, useNow } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { claim, release } from "./actions.ts";
import { isClaimed, keyOf } from "./state.ts";

export function ClaimLine({ item }: { item: ListedReview }) {
  const me = useAtomValue(meAtom);
  const now = useNow(5000);
  const [asking, setAsking] = useState(false);
  const busy = useRef(false);
  const key = keyOf(item);
  const held = isClaimed(item.claim, now) ? item.claim : null;
  const isMine = held?.by._id === me?._id;
  const isWaiting = item.mentorReview.status === "pending";
  async function run(work: () => Promise<void>) {
    if (busy.current) return;
    busy.current = true;
    try {
      await work();
    } catch (error) {
      toast.warning(sentence(error, "The claim could not be changed."));
    } finally {
      busy.current = false;
    }
  }
  const toggle = () => {
    if (held !== null && !isMine) {
      return toast.info(`${held.by.name} has this. Press t to take over.`);
    }
    if (held === null && !isWaiting) return;
    void run(() => isMine ? release(key) : claim(key));
  };
  useKeys([
    { keys: ["c"], name: "Claim, or release", run: toggle },
    {
      keys: ["t"],
      name: "Take over from another mentor",
      run: () => held !== null && !isMine && setAsking(true),
    },
  ]);
  if (held === null && !isWaiting) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="flex items-center gap-2 text-sm font-semibold">
        <Hand aria-hidden className={`size-4 ${held ? "text-secondary" : "text-muted"}`} />
        {held === null
          ? "Nobody has this yet."
          : `${isMine ? "You have" : `${held.by.name} has`} this until ${showClock(held.until)}.`}
      </p>
      {held === null || isMine
        ? (
          <button type="button" className="btn btn-sm" onClick={toggle}>
            {isMine ? "Release" : "I have this"}
          </button>
        )
        : (
          <button type="button" className="btn btn-sm" onClick={() => setAsking(true)}>
            Take over
          </button>
        )}
      {asking && held !== null && (
        <Confirm
          title="Take over?"
          action="Take over"
          onConfirm={() => void run(() => claim(key, true))}
          onClose={() => setAsking(false)}
        >
          {held.by.name} has this until{" "}
          {showClock(held.until)}. Take it over only if you know that nobody is working on it.
        </Confirm>
      )}
    </div>
  );
}
