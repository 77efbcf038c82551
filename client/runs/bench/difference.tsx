/** The expected output beside what the program wrote, with the first difference marked. */
import { type ReactNode, useMemo } from "react";
import {
  compareOutput,
  type Difference as Found,
  sayDifference,
} from "../../../server/languages/compare.ts";
import { type JudgeSettings, OUTPUT_KEPT } from "../../../server/languages/types.ts";
import { withRareSigns, withSigns } from "../../../server/languages/texts.ts";
import { Explanation } from "../../kit/ui/explanation.tsx";
import { Frame } from "./frame.tsx";

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
  const isSpace = at !== null && [expected, got].some((text) => /\s/.test(characterAt(text, at)));
  return (
    <div className="space-y-2">
      {isBeyond && (
        <p className="text-sm">
          The output is long: only its first {OUTPUT_KEPT} characters are kept.
        </p>
      )}
      {at !== null && got.trim() !== "" && (
        <p className="text-sm">
          <Explanation>{sayDifference(at)}</Explanation>
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Text
          label="Expected"
          {...{ of, at, isSpace }}
          text={expected}
          mark="bg-success/30"
        />
        <Text
          label={of === undefined ? "Your output" : "Got"}
          {...{ of, at, isSpace }}
          text={got}
          mark="bg-error/30"
        />
      </div>
    </div>
  );
}

/** The character at a place, or the line end there; "" behind the end of the text. */
function characterAt(text: string, { line, column }: Found): string {
  const lines = text.split("\n");
  return lines[line - 1]?.[column - 1] ?? (line < lines.length ? "\n" : "");
}

interface TextProps {
  label: string;
  of: string | undefined;
  text: string;
  at: Found | null;
  /** The difference is in the white space. */
  isSpace: boolean;
  mark: string;
}

function Text({ label, of, text, at, isSpace, mark }: TextProps) {
  const lines = text.replace(/\n$/, "").split("\n");
  const from = at === null ? 0 : Math.max(0, at.line - 1 - LINES_BEFORE);
  const shown = lines.slice(from, from + LINES_SHOWN);
  return (
    <Frame {...{ label, of }} look="max-h-72 border border-base-300">
      {from > 0 && <span className="text-muted">{`… ${from} lines before\n`}</span>}
      {shown.map((line, place) =>
        at?.line === from + place + 1
          ? (
            <MarkedLine
              key={place}
              line={line}
              at={at.column - 1}
              isSpace={isSpace}
              end={characterAt(text, { ...at, column: line.length + 1 })}
              mark={mark}
            />
          )
          : <span key={place}>{`${withRareSigns(line)}\n`}</span>
      )}
      {lines.length > from + LINES_SHOWN && (
        <span className="text-muted">{`… ${lines.length - from - LINES_SHOWN} lines more`}</span>
      )}
      {at !== null && at.line > lines.length && <End mark={mark}>no line {at.line}</End>}
    </Frame>
  );
}

interface LineProps {
  line: string;
  /** Where the first difference begins, from 0. */
  at: number;
  isSpace: boolean;
  /** The line end, or "" at the end of the text. */
  end: string;
  mark: string;
}

function MarkedLine({ line, at, isSpace, end, mark }: LineProps) {
  const signs = isSpace ? withSigns : withRareSigns;
  const length = (isSpace ? /^\s+|^\S+/ : /^\S+/).exec(line.slice(at))?.[0].length ?? 1;
  const [before, marked] = [line.slice(0, at), line.slice(at, at + length)];
  const [rest = "", last = ""] = line.slice(at + length).split(/(\s*)$/);
  return (
    <span className="bg-base-content/8">
      {marked === "" ? before.replace(/\s+$/, withSigns) : signs(before)}
      {marked === ""
        ? <End mark={mark}>{end === "" ? "end" : "⏎"}</End>
        : (
          <mark className={`rounded-xs text-inherit underline decoration-2 ${mark}`}>
            {withSigns(marked)}
          </mark>
        )}
      {`${signs(rest)}${withSigns(last)}${marked !== "" && isSpace && end !== "" ? "⏎" : ""}\n`}
    </span>
  );
}

/** Stands where a text ends too early. */
const End = ({ mark, children }: { mark: string; children: ReactNode }) => (
  <mark className={`rounded-xs px-1 text-inherit ${mark}`}>{children}</mark>
);
