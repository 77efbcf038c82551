/** A claim: its holder, and the button that takes it, releases it or takes it over. */
import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import Hand from "../ui/icon.tsx?hand";
import { errorText } from "../net/api.ts";
import { meAtom } from "../net/session.ts";
import { toast } from "../data/toast.ts";
import { useShortcuts } from "../focus/shortcuts.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { showClock, useNow } from "../ui/format-time.ts";
import { type Claim, isHeld } from "./claims.ts";
import { readerText, useReader } from "./item-reader.ts";
import { Button } from "../ui/button.tsx";

export interface Claimable {
  claim: Claim | null | undefined;
  take: (takeOver?: boolean) => Promise<void>;
  release: () => Promise<void>;
  item?: string;
}

interface ClaimView {
  /** A sentence that names the holder. */
  text: string;
  isHeld: boolean;
  action: "Claim" | "Release" | "Take over";
  run: () => void;
  busy: boolean;
  dialog: ReactNode;
}

export function useClaim({ claim, take, release, item }: Claimable): ClaimView {
  const reader = useReader(item ?? "");
  const me = useAtomValue(meAtom);
  const now = useNow(5000);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const held = isHeld(claim, now) ? claim : null;
  const isMine = held?.by._id === me?._id;
  async function change(work: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.warning(errorText(error, "The claim could not be changed."));
    } finally {
      setBusy(false);
    }
  }
  const [action, run] = held === null
    ? ["Claim", () => void change(() => take())] as const
    : isMine
    ? ["Release", () => void change(release)] as const
    : ["Take over", () => setAsking(true)] as const;
  const until = held && showClock(held.until);
  return {
    text: held === null
      ? reader === null ? "Unclaimed" : readerText(reader)
      : `Claimed by ${isMine ? "you" : held.by.name} until ${until}.`,
    isHeld: held !== null,
    action,
    run,
    busy,
    dialog: held !== null && asking && !isMine && (
      <Confirm
        title="Take over?"
        action="Take over"
        onConfirm={() => void change(() => take(true))}
        onClose={() => setAsking(false)}
      >
        Claimed by {held.by.name} until{" "}
        {until}. Take it over only if you know that nobody is working on it.
      </Confirm>
    ),
  };
}

interface ClaimLineProps extends Claimable {
  /** Whether the item may still be claimed. A claim that is held can always be released. */
  isOpen?: boolean;
}

export function ClaimLine({ isOpen = true, ...claimable }: ClaimLineProps) {
  const { text, isHeld, action, run, busy, dialog } = useClaim(claimable);
  const isShown = isHeld || isOpen;
  useShortcuts(isShown ? [{ keys: [], name: `${action} this item`, run }] : []);
  if (!isShown) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:ml-auto lg:flex-nowrap">
      <p role="status" className="flex items-center gap-2 text-sm font-semibold">
        <Hand aria-hidden className={`size-4 ${isHeld ? "text-secondary" : "text-muted"}`} />
        {text}
      </p>
      <Button className="btn-sm" busy={busy} onClick={run}>{action}</Button>
      {dialog}
    </div>
  );
}
