/** The expected output beside what the program wrote, with the first difference marked. */
import { type ReactNode, useMemo } from "react";
import { compareOutput } from "../../../server/languages/compare.ts";
import { type JudgeSettings, OUTPUT_KEPT } from "../../../server/languages/types.ts";

interface DifferenceProps {
  expected: string;
  got: string;
  settings: JudgeSettings;
  /** Of a program that is read, not written: added to the accessible names, which are unique. */
  of?: string | undefined;
}

/** The most lines that are shown of each text, around the first difference. */
const LINES_BEFORE = 8;
const LINES_SHOWN = 40;

export function Difference({ expected, got, settings, of }: DifferenceProps) {
  const found = useMemo(
    () => compareOutput(expected, got, settings),
    [expected, got, settings],
  );
  // A long output was cut, and is then shorter than it was.
  const isCut = got.length >= OUTPUT_KEPT;
  const isBeyond = isCut && !found.same && found.line >= got.split("\n").length;
  const at = found.same || isBeyond ? null : found;
  return (
    <div className="space-y-2">
      {isBeyond && (
        <p className="text-sm">
          The output is long: only its first {OUTPUT_KEPT} characters are kept.
        </p>
      )}
      {at !== null && got.trim() !== "" && (
        <p className="text-sm">
          First difference: line {at.line}, column {at.column}.
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Text label="Expected" of={of} text={expected} at={at} mark="bg-success/30" />
        <Text
          label={of === undefined ? "Your output" : "Got"}
          of={of}
          text={got}
          at={at}
          mark="bg-error/30"
        />
      </div>
    </div>
  );
}

interface Place {
  line: number;
  column: number;
}

interface TextProps {
  label: string;
  of: string | undefined;
  text: string;
  at: Place | null;
  mark: string;
}

function Text({ label, of, text, at, mark }: TextProps) {
  const lines = text.replace(/\n$/, "").split("\n");
  const from = at === null ? 0 : Math.max(0, at.line - 1 - LINES_BEFORE);
  const shown = lines.slice(from, from + LINES_SHOWN);
  return (
    <Framed {...{ label, of }} look="max-h-72 border border-base-300">
      {from > 0 && <span className="text-muted">{`… ${from} lines before\n`}</span>}
      {shown.map((line, place) => (
        <Line
          key={place}
          line={line}
          column={at?.line === from + place + 1 ? at.column : null}
          mark={mark}
        />
      ))}
      {lines.length > from + LINES_SHOWN && (
        <span className="text-muted">{`… ${lines.length - from - LINES_SHOWN} lines more`}</span>
      )}
      {at !== null && at.line > lines.length && (
        <mark className={`rounded-xs px-1 text-inherit ${mark}`}>⏎</mark>
      )}
    </Framed>
  );
}

/** An accessible name that is unique on the page. */
export const named = (label: string, of?: string): string =>
  of === undefined ? label : `${label}, ${of}`;

interface FramedProps {
  label: string;
  of: string | undefined;
  look?: string;
  children: ReactNode;
}

/** A text of a case in a frame that scrolls. */
export function Framed({ label, of, look = "max-h-48", children }: FramedProps) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-sm font-semibold">{label}</p>
      <pre
        tabIndex={0}
        role="region"
        aria-label={named(label, of)}
        className={`overflow-auto rounded-field bg-base-200 p-2 font-mono text-sm leading-6 ${look}`}
      >{children}</pre>
    </div>
  );
}

interface LineProps {
  line: string;
  /** Where the first difference begins, if it is in this line. Columns begin at 1. */
  column: number | null;
  mark: string;
}

function Line({ line, column, mark }: LineProps) {
  if (column === null) return <span>{`${line}\n`}</span>;
  const at = column - 1;
  const end = /^\S+/.exec(line.slice(at))?.[0].length ?? 1;
  return (
    <span className="bg-base-content/8">
      {line.slice(0, at)}
      <mark className={`rounded-xs text-inherit underline decoration-2 ${mark}`}>
        {line.slice(at, at + end) || " ⏎"}
      </mark>
      {`${line.slice(at + end)}\n`}
    </span>
  );
}
