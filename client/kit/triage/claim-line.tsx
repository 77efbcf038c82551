/** A claim: its holder, and the button that takes it, releases it or takes it over. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import Hand from "../ui/icon.tsx?hand";
import { meAtom } from "../net/session.ts";
import { useCall } from "../data/use-call.ts";
import { useShortcuts } from "../focus/shortcuts.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { showClock, useNow } from "../ui/format-time.ts";
import { type Claim, isHeld } from "./claims.ts";
import { readerText, useReader } from "./item-reader.ts";

interface ClaimProps {
  claim: Claim | null | undefined;
  take: (takeOver?: boolean) => Promise<void>;
  release: () => Promise<void>;
  /** The item's name, by which others are told who reads it: "doubt:" with its id. */
  item: string;
  /** Whether the item may still be claimed. A claim that is held can always be released. */
  isOpen?: boolean;
  /** A panel beside the item, without a shortcut, and not a line in its heading. */
  isPanel?: boolean | undefined;
}

export function ClaimLine(props: ClaimProps) {
  const { claim, take, release, item, isOpen = true, isPanel = false } = props;
  const reader = useReader(item);
  const me = useAtomValue(meAtom);
  const now = useNow(5000);
  const [asking, setAsking] = useState(false);
  const { busy, run: call } = useCall("The claim could not be changed.");
  const held = isHeld(claim, now) ? claim : null;
  const isMine = held?.by._id === me?._id;
  const [action, run] = held === null
    ? ["Claim", () => call(() => take())] as const
    : isMine
    ? ["Release", () => call(release)] as const
    : ["Take over", () => setAsking(true)] as const;
  const isShown = held !== null || isOpen;
  useShortcuts(isShown && !isPanel ? [{ keys: [], name: `${action} this item`, run }] : []);
  if (!isShown) return null;
  const until = held && showClock(held.until);
  return (
    <section
      aria-label="Claim"
      className={isPanel
        ? "panel space-y-3 p-4"
        : "flex flex-wrap items-center gap-x-3 gap-y-1 lg:ml-auto lg:flex-nowrap"}
    >
      <p
        role="status"
        className={`flex items-center gap-2 font-semibold ${isPanel ? "" : "text-sm"}`}
      >
        <Hand
          aria-hidden
          className={`${isPanel ? "size-5" : "size-4"} ${held ? "text-secondary" : "text-muted"}`}
        />
        {held === null
          ? reader === null || isPanel ? "Unclaimed" : readerText(reader)
          : `Claimed by ${isMine ? "you" : held.by.name} until ${until}.`}
      </p>
      <Button
        className={isPanel ? `btn-block ${held ? "" : "btn-secondary"}` : "btn-sm"}
        busy={busy}
        onClick={run}
      >
        {action}
      </Button>
      {held !== null && asking && !isMine && (
        <Confirm
          title="Take over?"
          action="Take over"
          onConfirm={() => call(() => take(true))}
          onClose={() => setAsking(false)}
        >
          Claimed by {held.by.name} until{" "}
          {until}. Take it over only if you know that nobody is working on it.
        </Confirm>
      )}
    </section>
  );
}
