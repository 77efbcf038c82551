/** A program to read: line numbers, colors, and marks. It is folded to the lines that matter. */
import { memo, type ReactNode, useMemo, useState } from "react";
import type { Language } from "../../../server/languages/languages.ts";
import { type Token, useColoredLines } from "../../kit/editor/colored-lines.ts";
import UnfoldVertical from "../../kit/ui/icon.tsx?unfold-vertical";
import { foldLines, LINES_WHOLE } from "./fold-lines.tsx";

export interface LineMark {
  line: number;
  severity: "error" | "warning" | "note";
}

export interface ProgramLinesProps {
  /** The accessible name. */
  label: string;
  source: string;
  language: Language;
  marks?: readonly LineMark[];
  /** The lines that matter, from 1. Without any, the beginning of a long program is shown. */
  matters?: readonly number[];
  /** Nothing is folded at first. */
  whole?: boolean;
  chosen?: { from: number; to: number } | null;
  /** Returns what stands below a line. Lines with something below them should be in `matters`. */
  below?: (line: number) => ReactNode;
  /** Called when a line number is pressed; `extends` with Shift, to choose several lines. */
  onLine?: (line: number, press: { extends: boolean }) => void;
}

const NONE: readonly never[] = [];
const BACKGROUNDS = {
  error: "bg-error/12 border-l-error",
  warning: "bg-warning/12 border-l-warning",
  note: "bg-info/10 border-l-info",
};

export default function ProgramLines(props: ProgramLinesProps) {
  const {
    label,
    source,
    language,
    marks = NONE,
    matters = NONE,
    chosen,
    below,
    onLine,
    whole = false,
  } = props;
  const lines = useColoredLines(source, language);
  const [isWhole, setWhole] = useState(whole);
  const [opened, setOpened] = useState<readonly number[]>(NONE);
  const parts = useMemo(
    () => foldLines(lines.length, { matters, opened, isWhole }),
    [lines.length, matters, opened, isWhole],
  );
  const marked = useMemo(() => new Map(marks.map(({ line, severity }) => [line, severity])), [
    marks,
  ]);
  const first = parts.find(({ isShown }) => isShown)?.from;
  const width = `${String(lines.length).length + 2}ch`;
  return (
    <div className="overflow-hidden rounded-field border border-base-300 bg-base-200">
      <div
        role="region"
        aria-label={label}
        tabIndex={0}
        className="py-2.5 font-mono text-[0.9rem] leading-6 -outline-offset-3"
        onKeyDown={onLine && moveFocus}
      >
        {parts.map(({ isShown, from, to }) =>
          isShown
            ? Array.from({ length: to - from + 1 }, (_, place) => {
              const line = from + place;
              return (
                <Line
                  key={line}
                  line={line}
                  width={width}
                  tokens={lines[line - 1] ?? NONE}
                  mark={marked.get(line)}
                  isChosen={chosen != null && line >= chosen.from && line <= chosen.to}
                  isFirst={line === first}
                  onLine={onLine}
                  below={below?.(line)}
                />
              );
            })
            : (
              <Gap
                key={`gap ${from}`}
                from={from}
                to={to}
                onOpen={() => setOpened([...opened, from])}
              />
            )
        )}
      </div>
      {lines.length > LINES_WHOLE && (
        <button
          type="button"
          className="flex w-full cursor-pointer items-center justify-center gap-2 border-t border-base-300 px-3 py-1.5 text-sm font-semibold -outline-offset-3 hover:bg-base-300 print:hidden"
          aria-expanded={isWhole}
          onClick={() => {
            setWhole(!isWhole);
            setOpened(NONE);
          }}
        >
          {isWhole ? "Fold the program" : `Show the whole program: ${lines.length} lines`}
        </button>
      )}
    </div>
  );
}

interface LineProps {
  line: number;
  width: string;
  tokens: readonly Token[];
  mark: LineMark["severity"] | undefined;
  isChosen: boolean;
  isFirst: boolean;
  onLine: ProgramLinesProps["onLine"];
  below: ReactNode;
}

/** Memoized: what comes below one line renders no other line. */
const Line = memo(function Line(props: LineProps) {
  const { line, tokens, mark, isChosen, below } = props;
  const look = mark === undefined ? "border-l-transparent" : BACKGROUNDS[mark];
  return (
    <div>
      <div
        className={`flex border-l-4 ${isChosen ? "bg-primary/15 border-l-primary" : look}`}
        data-line={line}
        data-mark={mark}
      >
        <LineNumber {...props} />
        <code className="min-w-0 grow pr-3 whitespace-pre-wrap [overflow-wrap:anywhere] [tab-size:4]">
          {tokens.map(([text, color], place) =>
            color === "" ? text : <span key={place} className={color}>{text}</span>
          )}
          {"\n"}
        </code>
      </div>
      {below}
    </div>
  );
});

function LineNumber({ line, width, isChosen, isFirst, onLine }: LineProps) {
  const look = "shrink-0 pr-[1ch] text-right text-muted tabular-nums select-none";
  if (onLine === undefined) return <span className={look} style={{ width }}>{line}</span>;
  return (
    <button
      type="button"
      aria-label={`Line ${line}`}
      aria-pressed={isChosen}
      tabIndex={isFirst ? 0 : -1}
      className={`${look} cursor-pointer -outline-offset-3 hover:bg-base-300 hover:text-base-content`}
      style={{ width }}
      onClick={({ shiftKey }) => onLine(line, { extends: shiftKey })}
    >
      {line}
    </button>
  );
}

function Gap({ from, to, onOpen }: { from: number; to: number; onOpen: () => void }) {
  const count = to - from + 1;
  return (
    <button
      type="button"
      className="my-0.5 flex w-full cursor-pointer items-center gap-2 bg-base-300/60 px-3 text-sm text-muted -outline-offset-3 hover:bg-base-300 hover:text-base-content"
      onClick={onOpen}
    >
      <UnfoldVertical aria-hidden className="size-4" />
      <span>
        <span className="print:hidden">Show</span>{" "}
        {count === 1 ? `line ${from}` : `lines ${from} to ${to}`}
      </span>
    </button>
  );
}

/** The arrow keys move the focus from one line number to the next. */
export function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const focused = document.activeElement?.closest("[data-line]");
  if (step === undefined || !focused || !event.currentTarget.contains(focused)) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-line] > button")];
  const next = all[all.findIndex((one) => one.parentElement === focused) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
