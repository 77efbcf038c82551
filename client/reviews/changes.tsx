/** What changed between two attempts: side by side where there is room. Loads the diff library. */
import { diffArrays } from "diff/lib/diff/array.js";
import { useMemo, useState } from "react";
import { takeOver } from "../kit/take-over.ts";

interface Line {
  /** Its number, and the line itself; null where there is none on this side. */
  before: [number, string] | null;
  after: [number, string] | null;
}

const toLines = (text: string): string[] => text.replace(/\n$/, "").split("\n");

/** What was taken out stands beside what came in its place. */
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

/** Lines shown above and below a change. */
const AROUND = 3;
/** Fewer than that are not worth folding away. */
const FOLDED_LEAST = 4;

const isChanged = ({ before, after }: Line): boolean => before?.[1] !== after?.[1];

/** What is far from any change, from the first line to the one after the last. */
export function farFromChanges(lines: readonly Line[]): [from: number, to: number][] {
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

export default function Changes({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => sideBySide(before, after), [before, after]);
  const far = useMemo(() => farFromChanges(lines), [lines]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  if (before === after) return <p className="text-muted">The code is the same.</p>;
  return (
    <div
      role="region"
      aria-label="Changes since the attempt before"
      tabIndex={0}
      className="relative overflow-x-auto rounded-field border border-base-300 bg-base-200"
    >
      {/* Shown as blocks on a phone, it would lose its roles. */}
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
            <th role="columnheader" scope="col" className="py-1 pr-2 pl-5">This attempt</th>
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
            // Where a fold was, one goes on at the first line of what it held.
            const isUnfolded = fold?.[0] === place;
            return (
              <tr
                key={isUnfolded ? `unfolded ${place}` : place}
                ref={isUnfolded ? takeOver : undefined}
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

/** In place of lines that are the same, and that nobody has to read again. */
function Fold({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <tr role="row" className="border-y border-base-300 bg-base-100 font-sans max-sm:block">
      <td role="cell" colSpan={4} className="p-0 max-sm:block">
        <button
          type="button"
          className="w-full cursor-pointer px-3 py-1 text-left text-sm text-muted -outline-offset-3 hover:bg-base-200"
          onClick={onOpen}
        >
          Show {count} unchanged lines
        </button>
      </td>
    </tr>
  );
}

interface SideProps {
  side: [number, string] | null;
  mark: "" | "+" | "−";
  /** There the sides stand one above the other: what has nothing to say is left out. */
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
