/** The changes between two attempts, side by side if there is room. */
import { diffArrays } from "diff/lib/diff/array.js";
import { useMemo, useState } from "react";
import { takeLostFocus } from "../../kit/focus/hand-over-focus.ts";

interface Line {
  /** The line's number and its text; null if there is no such line on this side. */
  before: [number, string] | null;
  after: [number, string] | null;
}

const toLines = (text: string): string[] => text.replace(/\n$/, "").split("\n");

/** Pairs the lines of two texts: removed lines are beside the lines that replace them. */
export function sideBySide(before: string, after: string): Line[] {
  const lines: Line[] = [];
  let [left, right] = [0, 0];
  let out: [number, string][] = [];
  const flush = (into: [number, string][]) => {
    for (let at = 0; at < Math.max(out.length, into.length); at++) {
      lines.push({ before: out[at] ?? null, after: into[at] ?? null });
    }
    out = [];
  };
  for (const { added, removed, value } of diffArrays(toLines(before), toLines(after))) {
    if (removed) {
      flush([]);
      out = value.map((line) => [++left, line]);
    } else if (added) {
      flush(value.map((line) => [++right, line]));
    } else {
      flush([]);
      for (const line of value) {
        lines.push({ before: [++left, line], after: [++right, line] });
      }
    }
  }
  flush([]);
  return lines;
}

/** How many unchanged lines are shown above and below a change. */
const AROUND = 3;
/** Shorter ranges are not folded. */
const FOLDED_LEAST = 4;

const isChanged = ({ before, after }: Line): boolean => before?.[1] !== after?.[1];

/** The ranges of lines far from any change, each from its first line to the one after its last. */
export function foldableRanges(lines: readonly Line[]): [from: number, to: number][] {
  const far: [number, number][] = [];
  let from = 0;
  const close = (to: number) => {
    if (to - from >= FOLDED_LEAST) far.push([from, to]);
  };
  for (const [place, line] of lines.entries()) {
    if (!isChanged(line)) continue;
    close(place - AROUND);
    from = place + AROUND + 1;
  }
  close(lines.length);
  return far;
}

export default function Changes(
  props: { before: string; after: string; label?: string; now?: string },
) {
  const { before, after, label = "Changes since the previous attempt", now = "This attempt" } =
    props;
  const lines = useMemo(() => sideBySide(before, after), [before, after]);
  const far = useMemo(() => foldableRanges(lines), [lines]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  if (before === after) return <p className="text-muted">The code is the same.</p>;
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-field border border-base-300 bg-base-200"
    >
      {/* Explicit roles: a table that is displayed as blocks, as on a phone, would lose its own. */}
      <table
        role="table"
        className="w-full table-fixed font-mono text-[0.85rem] leading-6 max-sm:block sm:min-w-[44rem]"
      >
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b border-base-300 text-left font-sans">
            <th role="columnheader" scope="col" className="w-10">
              <span className="sr-only">Line</span>
            </th>
            <th role="columnheader" scope="col" className="py-1 pr-2 pl-5">Before</th>
            <th role="columnheader" scope="col" className="w-10">
              <span className="sr-only">Line</span>
            </th>
            <th role="columnheader" scope="col" className="py-1 pr-2 pl-5">{now}</th>
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {lines.map((line, place) => {
            const { before, after } = line;
            const fold = far.find(([from, to]) => from <= place && place < to);
            if (fold !== undefined && !unfolded.has(fold[0])) {
              const [from, to] = fold;
              return place === from && (
                <Fold
                  key={place}
                  count={to - from}
                  onOpen={() => setUnfolded((now) => new Set([...now, from]))}
                />
              );
            }
            const mark = isChanged(line);
            // After unfolding, the button is gone, so the focus moves to the first unfolded line.
            const isUnfolded = fold?.[0] === place;
            return (
              <tr
                key={isUnfolded ? `unfolded ${place}` : place}
                ref={isUnfolded ? takeLostFocus : undefined}
                tabIndex={isUnfolded ? -1 : undefined}
                role="row"
                className="-outline-offset-3 max-sm:grid max-sm:grid-cols-[2.5rem_minmax(0,1fr)]"
              >
                <Side
                  side={before}
                  mark={mark && before !== null ? "−" : ""}
                  isHiddenOnPhone={!mark || before === null}
                />
                <Side
                  side={after}
                  mark={mark && after !== null ? "+" : ""}
                  isHiddenOnPhone={after === null}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Fold({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <tr role="row" className="border-y border-base-300 bg-base-100 font-sans max-sm:block">
      <td role="cell" colSpan={4} className="p-0 max-sm:block">
        <button
          type="button"
          className="w-full cursor-pointer px-3 py-1 text-left text-sm text-muted -outline-offset-3 hover:bg-base-200"
          onClick={onOpen}
        >
          <span className="print:hidden">Show</span> {count} unchanged lines
        </button>
      </td>
    </tr>
  );
}

interface SideProps {
  side: [number, string] | null;
  mark: "" | "+" | "−";
  /** On a phone, an unchanged line is shown once, and an empty side is left out. */
  isHiddenOnPhone: boolean;
}

function Side({ side, mark, isHiddenOnPhone }: SideProps) {
  const color = mark === "+" ? "bg-success/15" : mark === "−" ? "bg-error/15" : "";
  const look = `${color} ${isHiddenOnPhone ? "max-sm:hidden" : ""}`;
  return (
    <>
      <td
        role="cell"
        className={`w-10 border-r border-base-300 px-1.5 text-right align-top text-muted select-none ${look}`}
      >
        {side?.[0]}
      </td>
      <td
        role="cell"
        className={`relative pr-2 pl-5 align-top break-words whitespace-pre-wrap ${look}`}
      >
        {mark !== "" && (
          <>
            <span aria-hidden className="absolute left-1.5 font-bold select-none">{mark}</span>
            <span className="sr-only">{mark === "+" ? "added: " : "removed: "}</span>
          </>
        )}
        {side?.[1]}
      </td>
    </>
  );
}
