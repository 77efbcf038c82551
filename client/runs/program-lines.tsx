/**
 * A program to read: line numbers, colors, and marks. It is folded to the lines that matter. The
 * grammar is large, so others load this on demand.
 */
import { parser } from "@lezer/cpp";
import { highlightCode, tagHighlighter } from "@lezer/highlight";
import { UnfoldVertical } from "lucide-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import { CODE_COLORS } from "../kit/forms/code-colors.ts";
import { foldLines, LINES_WHOLE } from "../kit/ui/fold-lines.ts";

/** A message or a mark at a line. */
export interface LineMark {
  line: number;
  severity: "error" | "warning" | "note";
}

export interface ProgramLinesProps {
  /** The accessible name. */
  label: string;
  source: string;
  marks?: readonly LineMark[];
  /** The lines that matter, from 1. Without any, the beginning of a long program is shown. */
  matters?: readonly number[];
  /** The chosen lines. */
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
  const { label, source, marks = NONE, matters = NONE, chosen, below, onLine } = props;
  const lines = useMemo(() => highlightLines(source), [source]);
  const [isWhole, setWhole] = useState(false);
  const [opened, setOpened] = useState<readonly number[]>(NONE);
  const parts = useMemo(
    () => foldLines(lines.length, { matters, opened, isWhole }),
    [lines.length, matters, opened, isWhole],
  );
  const marked = useMemo(() => new Map(marks.map(({ line, severity }) => [line, severity])), [
    marks,
  ]);
  const first = parts.findIndex(({ isShown }) => isShown);
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
        {parts.map((part, at) =>
          part.isShown
            ? Array.from({ length: part.to - part.from + 1 }, (_, place) => {
              const line = part.from + place;
              const isChosen = chosen != null && line >= chosen.from && line <= chosen.to;
              return (
                <Line
                  key={line}
                  line={line}
                  width={width}
                  tokens={lines[line - 1] ?? NONE}
                  mark={marked.get(line)}
                  isChosen={isChosen}
                  isFirst={at === first && place === 0}
                  onLine={onLine}
                  below={below?.(line)}
                />
              );
            })
            : (
              <Gap
                key={`gap ${part.from}`}
                from={part.from}
                to={part.to}
                onOpen={() => setOpened([...opened, part.from])}
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
function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const focused = document.activeElement?.closest("[data-line]");
  if (step === undefined || !focused || !event.currentTarget.contains(focused)) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-line] > button")];
  const next = all[all.findIndex((one) => one.parentElement === focused) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** A piece of a line, and its class. */
type Token = readonly [text: string, color: string];

const colors = tagHighlighter(CODE_COLORS);

/** Returns the lines of a program, each as pieces with their classes. */
export function highlightLines(source: string): Token[][] {
  const text = source.replaceAll("\r\n", "\n").replace(/\n$/, "");
  const lines: Token[][] = [[]];
  highlightCode(
    text,
    parser.parse(text),
    colors,
    (piece, color) => lines.at(-1)?.push([piece, color]),
    () => lines.push([]),
  );
  return lines;
}
