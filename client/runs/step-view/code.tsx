/** The program with its next and last line, and stops. A name pointed at shows its values. */
import { memo, type PointerEvent, useCallback, useLayoutEffect, useRef } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import ArrowRight from "../../kit/ui/icon.tsx?arrow-big-right";
import Check from "../../kit/ui/icon.tsx?check";
import type { Language } from "../../../server/languages/languages.ts";
import { type Token, useColoredLines } from "../../kit/editor/colored-lines.ts";
import { moveFocus } from "../saved/program-lines.tsx";
import { namedAt } from "./step-search.tsx";
import { History, LEAVE_AFTER, useDelayed, useEscape, type WatchProps } from "./history.tsx";

export interface CodeProps extends WatchProps {
  source: string;
  language: Language;
  /** The line about to run, and the line just run. */
  line: number;
  before: number | null;
  stops: ReadonlySet<number>;
  onStop: (line: number) => void;
}

/** At most so many lines are shown, around the line about to run. */
const LINES_MOST = 400;
const MOVES_BY = LINES_MOST / 2;

export function Code({ source, language, line, before, stops, onStop, ...watched }: CodeProps) {
  const lines = useColoredLines(source, language);
  const region = useRef<HTMLDivElement>(null);
  // The first line that is shown changes seldom, so that few steps render all lines.
  const from = lines.length <= LINES_MOST
    ? 1
    : Math.max(1, (Math.floor(line / MOVES_BY) - 1) * MOVES_BY + MOVES_BY / 2);
  const to = Math.min(lines.length, from + LINES_MOST - 1);
  const latest = useLatest(onStop);
  const stop = useCallback((at: number) => latest.current(at), []);
  useLayoutEffect(() => {
    region.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: "nearest" });
  }, [line]);
  const names = useNames();
  const width = `${String(to).length}ch`;
  return (
    <div
      ref={region}
      {...names.handlers}
      role="region"
      aria-label="The program"
      tabIndex={0}
      className="min-h-0 grow bg-base-200 py-2 font-mono text-[0.9rem] leading-6 -outline-offset-3 lg:overflow-auto min-[1900px]:text-xl min-[1900px]:leading-8"
      onKeyDown={moveFocus}
    >
      {from > 1 && <SkippedLines from={1} to={from - 1} />}
      {lines.slice(from - 1, to).map((tokens, place) => {
        const at = from + place;
        return (
          <Line
            key={at}
            line={at}
            tokens={tokens}
            width={width}
            mark={at === line ? at === before ? "both" : "next" : at === before ? "done" : null}
            isStop={stops.has(at)}
            onStop={stop}
          />
        );
      })}
      {to < lines.length && <SkippedLines from={to + 1} to={lines.length} />}
      {names.name !== null && <NamedCode {...watched} name={names.name} />}
    </div>
  );
}

/** The values of the variable with this name, if the call has one. */
function NamedCode({ name, ...watched }: WatchProps & { name: HTMLElement }) {
  const found = namedAt(watched.trace.at(watched.at), name.textContent);
  return found && <History {...watched} {...found} name={name} />;
}

/** The name in the program that the mouse points at, or that was pressed. */
function useNames() {
  const [name, setName] = useDelayed<HTMLElement | null>(null);
  useEscape(name !== null, () => setName(null));
  function look({ target }: { target: EventTarget }, after: number) {
    if (!(target instanceof Element)) return;
    const found = target.closest<HTMLElement>("[data-name]");
    if (found !== null) setName(found);
    // The list of its values belongs to the name.
    else setName(target.closest("[popover]") ? name : null, after);
  }
  const handlers = {
    onPointerOver: (event: PointerEvent) =>
      event.pointerType === "mouse" && look(event, LEAVE_AFTER),
    onPointerLeave: () => setName(null, LEAVE_AFTER),
    onClick: (event: { target: EventTarget }) => look(event, 0),
  };
  return { name, handlers };
}

function SkippedLines({ from, to }: { from: number; to: number }) {
  return <p className="px-3 text-sm text-muted">Lines {from} to {to} are not shown.</p>;
}

type Mark = "next" | "done" | "both" | null;

const LOOKS: Record<NonNullable<Mark>, string> = {
  next: "border-l-primary bg-primary/15 font-semibold",
  both: "border-l-primary bg-primary/15 font-semibold",
  done: "border-l-base-content/40 border-dashed bg-base-content/5",
};

interface LineProps {
  line: number;
  tokens: readonly Token[];
  width: string;
  mark: Mark;
  isStop: boolean;
  onStop: (line: number) => void;
}

/** Memoized: a step renders the lines whose marks change. */
const Line = memo(function Line({ line, tokens, width, mark, isStop, onStop }: LineProps) {
  return (
    <div
      data-line={line}
      className={`flex scroll-my-20 border-l-4 ${
        mark === null ? "border-l-transparent" : LOOKS[mark]
      }`}
    >
      <button
        type="button"
        aria-label={`Stop at line ${line}`}
        aria-pressed={isStop}
        tabIndex={mark === "next" || mark === "both" ? 0 : -1}
        className="flex shrink-0 cursor-pointer items-center gap-1 px-1.5 text-muted tabular-nums select-none -outline-offset-3 hover:bg-base-300 hover:text-base-content"
        onClick={() => onStop(line)}
      >
        <span
          className={`size-3 rounded-full ${
            isStop ? "bg-error ring-2 ring-error/40" : "opacity-0"
          }`}
        />
        <span className="text-right" style={{ width }}>{line}</span>
      </button>
      <span className="flex w-10 shrink-0 items-center justify-end gap-0.5 pr-1.5">
        {(mark === "done" || mark === "both") && (
          <>
            <Check aria-hidden className="size-4 text-muted" strokeWidth={3} />
            <span className="sr-only">just run:</span>
          </>
        )}
        {(mark === "next" || mark === "both") && (
          <>
            <ArrowRight aria-hidden className="size-5 fill-current text-primary" />
            <span className="sr-only">about to run:</span>
          </>
        )}
      </span>
      <code className="min-w-0 grow pr-3 whitespace-pre-wrap [overflow-wrap:anywhere] [tab-size:4]">
        {tokens.map(([text, color], place) =>
          color === ""
            ? <Plain key={place} text={text} />
            : <span key={place} className={color}>{text}</span>
        )}
        {"\n"}
      </code>
    </div>
  );
});

/** Names, but not those of fields. */
const NAME = /((?<!\.\s*|->\s*|::)\b[A-Za-z_]\w*)/;

/** Each name is an element, so that it can be pointed at. */
const Plain = ({ text }: { text: string }) =>
  text.split(NAME).map((part, place) =>
    place % 2 === 1 ? <span key={place} data-name>{part}</span> : part
  );

export function Legend() {
  return (
    <p
      aria-hidden
      className="flex flex-wrap items-center gap-x-4 border-t border-base-300 px-3 py-1 text-sm text-muted"
    >
      <span className="flex items-center gap-1">
        <ArrowRight className="size-4 fill-current text-primary" /> runs next
      </span>
      <span className="flex items-center gap-1">
        <Check className="size-4" strokeWidth={3} /> has just run
      </span>
      <span className="flex items-center gap-1.5">
        <span className="size-3 rounded-full bg-error ring-2 ring-error/40" />
        stop: press a line number
      </span>
    </p>
  );
}
