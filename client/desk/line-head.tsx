/**
 * The head of a queue: the item that has waited longest, how many wait, and how long an item waited
 * in the last hour. It is always in sight, also while a filter hides the item's row.
 */
import { useAtomValue } from "jotai";
import Flag from "../kit/ui/icon.tsx?flag";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { WaitingClock } from "../kit/triage/waiting-time.tsx";
import { useNow } from "../kit/ui/format-time.ts";
import { LimitsButton } from "./limits.tsx";
import { deskAtom } from "./state.ts";

export interface Longest {
  key: string;
  name: string;
  about: string;
  since: string;
}

interface LineHeadProps {
  of: "doubts" | "reviews";
  /** The queue's row that has waited longest. */
  longest: Longest | undefined;
  /** Whether `longest` is the longest wait: not if the queue is filtered. */
  isLongestKnown: boolean;
  /** The first row's key. If it is the longest wait, that row has its name and wait already. */
  first: string | undefined;
  onOpen: (key: string) => void;
}

const MINUTE = 60_000;

/** Formats the median in words: "usually 12 min". */
const showMedian = (median: number): string =>
  `usually ${Math.max(1, Math.round(median / MINUTE))} min`;

export default function LineHead({ of, longest, isLongestKnown, first, onOpen }: LineHeadProps) {
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
    : `${showMedian(line.median)}, in the last hour`;
  return (
    // The height stays the same, so that no row moves under the reader's eyes.
    <div className="flex h-11 shrink-0 items-center gap-3 border-b-2 border-base-300 bg-base-200/60 px-3 text-sm text-muted">
      {oldest === undefined ? <p>Nobody waits.</p> : (
        <button
          type="button"
          className="flex min-w-0 shrink items-center gap-2 rounded-field text-base text-base-content"
          onClick={() => onOpen(oldest.key)}
        >
          <Flag aria-hidden className="size-4 shrink-0 text-accent" />
          <span className="sr-only">Longest wait:</span>
          {/* The first row, right below, has the name and the wait too. */}
          {oldest.key === first && <span aria-hidden className="shrink-0">Longest first</span>}
          <span className={oldest.key === first ? "sr-only" : "min-w-0 truncate font-semibold"}>
            {oldest.name}
          </span>
          <span className={oldest.key === first ? "sr-only" : "shrink-0"}>
            <WaitingClock since={oldest.since} now={now} />
          </span>
        </button>
      )}
      <span className="min-w-0 flex-[1_2_0] truncate" title={median}>{median}</span>
      <span className="h-6 shrink-0">
        <LimitsButton />
      </span>
    </div>
  );
}
