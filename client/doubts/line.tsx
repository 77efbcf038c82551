/** The line, for a student who waits: the place, who is at work, and how long it usually takes. */
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import Eye from "../kit/ui/icon.tsx?eye";
import PencilLine from "../kit/ui/icon.tsx?pencil-line";
import Users from "../kit/ui/icon.tsx?users";
import type { ListedDoubt } from "../../server/doubts/schema.ts";
import { plural } from "../kit/ui/plural.ts";
import { meAtom } from "../kit/net/session.ts";
import { followLine } from "./actions.ts";
import { type Line, lineAtom } from "./state.ts";

const ordinals = new Intl.PluralRules("en-IN", { type: "ordinal" });
const ENDINGS: Record<string, string> = { one: "st", two: "nd", few: "rd" };

/** Formats a place: "1st", "2nd", "13th". */
const showPlace = (place: number): string => `${place}${ENDINGS[ordinals.select(place)] ?? "th"}`;

const showMinutes = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;

/** "4th in line · 2 mentors here · usually 12 min" */
function lineText(place: number, { mentors, usually }: Omit<Line, "doubts">): string {
  return [
    `${showPlace(place)} in line`,
    mentors === 0 ? "no mentor here now" : `${plural(mentors, "mentor")} here`,
    ...(usually === null ? [] : [`usually ${showMinutes(usually)}`]),
  ].join(" \u00b7 ");
}

export const LineOrder = () => <p className="text-sm text-muted">The longest wait comes first.</p>;

function useLine(isWanted: boolean): Line | null {
  const me = useAtomValue(meAtom);
  const id = isWanted ? me?._id : undefined;
  useEffect(() => id === undefined ? undefined : followLine(id), [id]);
  return useAtomValue(lineAtom);
}

/** @param isThread in the thread, changes are read out */
export function WaitingLine(
  { doubt, isThread = false }: { doubt: ListedDoubt; isThread?: boolean },
) {
  const me = useAtomValue(meAtom);
  const waits = doubt.student._id === me?._id && doubt.waitingSince !== null;
  const line = useLine(waits);
  if (!waits) return null;
  const placed = line?.doubts[doubt._id];
  // The line keeps its height while it is not known, so that nothing jumps.
  return (
    <span
      role={isThread ? "status" : undefined}
      className={`flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 ${
        isThread ? "mt-3 font-semibold" : "text-sm"
      }`}
    >
      {line && placed && (
        <>
          <span className="inline-flex items-center gap-1.5">
            <Users aria-hidden className="size-4 shrink-0" />
            {lineText(placed.place, line)}
          </span>
          {placed.reader && <ReaderLine {...placed.reader} />}
        </>
      )}
    </span>
  );
}

function ReaderLine({ name, isWriting }: { name: string; isWriting: boolean }) {
  const Icon = isWriting ? PencilLine : Eye;
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-secondary">
      <Icon aria-hidden className="size-4 shrink-0" />
      {name} is {isWriting ? "writing" : "reading this"}
    </span>
  );
}
