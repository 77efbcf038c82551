/** What changed between two attempts: side by side where there is room. Loads the diff library. */
import { diffArrays } from "diff";
import { useMemo } from "react";

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

export default function Changes({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => sideBySide(before, after), [before, after]);
  if (before === after) return <p className="text-muted">The code is the same.</p>;
  return (
    <div
      role="region"
      aria-label="Changes since the attempt before"
      tabIndex={0}
      className="relative overflow-x-auto rounded-field border border-base-300 bg-base-200"
    >
      <table className="w-full min-w-[44rem] table-fixed font-mono text-[0.85rem] leading-6">
        <thead>
          <tr className="border-b border-base-300 text-left font-sans">
            <th scope="col" className="w-10">
              <span className="sr-only">Line</span>
            </th>
            <th scope="col" className="px-2 py-1">Before</th>
            <th scope="col" className="w-10">
              <span className="sr-only">Line</span>
            </th>
            <th scope="col" className="px-2 py-1">This attempt</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ before, after }, place) => {
            const isChanged = before?.[1] !== after?.[1];
            return (
              <tr key={place}>
                <Side side={before} mark={isChanged && before !== null ? "−" : ""} />
                <Side side={after} mark={isChanged && after !== null ? "+" : ""} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Side({ side, mark }: { side: [number, string] | null; mark: "" | "+" | "−" }) {
  const color = mark === "+" ? "bg-success/15" : mark === "−" ? "bg-error/15" : "";
  return (
    <>
      <td
        className={`w-10 border-r border-base-300 px-1.5 text-right align-top text-muted select-none ${color}`}
      >
        {side?.[0]}
      </td>
      <td className={`px-2 align-top break-words whitespace-pre-wrap ${color}`}>
        {mark !== "" && (
          <>
            <span aria-hidden className="-ml-1 inline-block w-4 font-bold select-none">{mark}</span>
            <span className="sr-only">{mark === "+" ? "added: " : "removed: "}</span>
          </>
        )}
        {side?.[1]}
      </td>
    </>
  );
}
