/** A program to read: line numbers, colors, and marks. It is folded to the lines that matter. */
import { memo, type ReactNode, useCallback, useMemo, useState } from "react";
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
  const open = useCallback((from: number) => setOpened((before) => [...before, from]), []);
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
        {Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, at) => {
          const [from, to] = [at * BLOCK + 1, (at + 1) * BLOCK];
          const within = partsWithin(parts, from, to);
          return (
            <Block
              key={at}
              parts={within}
              lines={lines}
              width={width}
              marked={marked}
              chosenFrom={chosen ? Math.max(from, chosen.from) : 0}
              chosenTo={chosen ? Math.min(to, chosen.to) : 0}
              first={first !== undefined && first >= from && first <= to ? first : 0}
              onLine={onLine}
              onOpen={open}
              below={below === undefined ? NOTHING : belowLines(below, within)}
            />
          );
        })}
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

/** The lines of a program are rendered in blocks of so many. */
const BLOCK = 40;

type Parts = ReturnType<typeof foldLines>;

/** What stands below some lines, by the line. */
type Below = ReadonlyMap<number, ReactNode>;
const NOTHING: Below = new Map();

const partsWithin = (parts: Parts, from: number, to: number): Parts =>
  parts.flatMap((part) => {
    if (part.from > to || part.to < from) return [];
    if (!part.isShown) return part.from < from ? [] : [part];
    return [{ ...part, from: Math.max(from, part.from), to: Math.min(to, part.to) }];
  });

function belowLines(below: (line: number) => ReactNode, parts: Parts): Below {
  const found = new Map<number, ReactNode>();
  for (const { isShown, from, to } of parts) {
    for (let line = from; isShown && line <= to; line++) {
      const one = below(line);
      if (one != null) found.set(line, one);
    }
  }
  return found.size === 0 ? NOTHING : found;
}

interface BlockProps extends Pick<ProgramLinesProps, "onLine"> {
  parts: Parts;
  lines: readonly (readonly Token[])[];
  width: string;
  marked: ReadonlyMap<number, LineMark["severity"]>;
  chosenFrom: number;
  chosenTo: number;
  /** The first line that is shown, if it is in this block; otherwise 0. */
  first: number;
  onOpen: (from: number) => void;
  below: Below;
}

/** Memoized: a comment in one block renders no other block, and moves them as a whole. */
const Block = memo(function Block(props: BlockProps) {
  const { parts, lines, width, marked, chosenFrom, chosenTo, first, onLine, onOpen, below } = props;
  if (parts.length === 0) return null;
  return (
    <div className="block">
      {parts.map((part) =>
        part.isShown
          ? Array.from({ length: part.to - part.from + 1 }, (_, place) => {
            const line = part.from + place;
            return (
              <Line
                key={line}
                line={line}
                width={width}
                tokens={lines[line - 1] ?? NONE}
                mark={marked.get(line)}
                isChosen={line >= chosenFrom && line <= chosenTo}
                isFirst={line === first}
                onLine={onLine}
                below={below.get(line)}
              />
            );
          })
          : (
            <Gap
              key={`gap ${part.from}`}
              from={part.from}
              to={part.to}
              onOpen={() => onOpen(part.from)}
            />
          )
      )}
    </div>
  );
}, isSameBlock);

function isSameBlock(one: BlockProps, other: BlockProps): boolean {
  const { parts, below, ...rest } = one;
  const { parts: otherParts, below: otherBelow, ...others } = other;
  const isSameText = Object.entries(rest).every(([name, value]) =>
    Object.is(value, others[name as keyof typeof others])
  );
  return isSameText && parts.length === otherParts.length &&
    parts.every(({ from, to, isShown }, at) => {
      const then = otherParts[at];
      return from === then?.from && to === then.to && isShown === then.isShown;
    }) && below.size === otherBelow.size &&
    [...below].every(([line, node]) => otherBelow.get(line) === node);
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
