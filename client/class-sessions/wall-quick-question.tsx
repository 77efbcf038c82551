/** The quick question on the wall: its choices while it is open, and then the result. */
import { useLayoutEffect, useRef } from "react";
import type { WallQuickQuestion as QuickQuestion } from "../../server/class-sessions/wall/schema.ts";
import { plural } from "../kit/ui/plural.ts";
import { TalkFirst } from "../quick-questions/program.tsx";
import QuickQuestionResult from "../quick-questions/result.tsx";

const LETTERS = "ABCDEF";

interface WallQuickQuestionProps {
  quickQuestion: QuickQuestion;
  now: number;
  countdown: React.ReactNode;
  clock: React.ReactNode;
}

export function WallQuickQuestion(
  { quickQuestion, now, countdown, clock }: WallQuickQuestionProps,
) {
  const { text, options, program, answers, result, closedAt, closesAt, isTimed } = quickQuestion;
  const seconds = Math.ceil((Date.parse(closesAt) - now) / 1000);
  const isOpen = closedAt === null && seconds > 0;
  const texts = result?.groups.map(({ text }) => text) ?? options;
  const isNarrow = texts.every(({ length }) => length <= NARROW);
  const { columns, size } = columnsOf(program ?? "", isNarrow ? LARGEST : LARGEST_IN_HALF);
  const answersRef = useRef<HTMLDivElement>(null);
  // The wall renders each second: a window of another size has its answers in it then, too.
  useLayoutEffect(() => fit(answersRef.current));
  return (
    <>
      <header className="pb-[calc(var(--unit)*3)] pl-[calc(var(--unit)*2)]">
        <div className="flex flex-wrap items-baseline gap-[calc(var(--unit)*3)] text-[calc(var(--unit)*3.4)] leading-none">
          <p className="font-bold text-primary">Quick question</p>
          {countdown}
          {clock}
        </div>
        <h1
          key={quickQuestion._id}
          className="slide-in mt-[0.35em] line-clamp-3 leading-[1.1] font-extrabold text-balance break-words"
          style={{ fontSize: `calc(var(--unit) * ${sizeOf(text)})` }}
        >
          {text}
        </h1>
        <div className="mt-[0.5em] text-[calc(var(--unit)*3.4)]">
          <TalkFirst quickQuestion={quickQuestion} />
        </div>
      </header>
      <div
        ref={answersRef}
        className={`grid min-h-0 content-start gap-[1em] overflow-hidden pl-[calc(var(--unit)*2)] ${
          program === undefined
            ? ""
            : `landscape:grid-rows-[minmax(0,1fr)] ${
              isNarrow && columns > 1
                ? "landscape:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
                : "landscape:grid-cols-2"
            }`
        }`}
      >
        {program !== undefined && (
          <pre
            key={program}
            aria-label="The program"
            ref={toEnd}
            className="overflow-hidden font-mono leading-tight whitespace-pre-wrap wrap-anywhere"
            style={{ columns, fontSize: `calc(var(--unit) * ${size})` }}
          >
            {program}
          </pre>
        )}
        {result !== null
          ? <QuickQuestionResult result={result} large />
          : options.length === 0
          ? <p className="text-muted">Answer in your own words.</p>
          : (
            <ol className="space-y-[0.5em]">
              {options.map((option, at) => (
                <li key={option} className="flex gap-[0.7em]">
                  <strong aria-hidden className="text-primary">{LETTERS[at]}</strong>
                  <span className="min-w-0 break-words">{option}</span>
                </li>
              ))}
            </ol>
          )}
      </div>
      <p className="flex gap-[1.5em] py-[calc(var(--unit)*2)] pl-[calc(var(--unit)*2)] text-[calc(var(--unit)*3.4)]">
        {result === null && <strong>{plural(answers, "answer")}</strong>}
        {isOpen
          ? isTimed && (
            <span role="timer" className="text-muted tabular-nums">{seconds} s left</span>
          )
          : <span className="text-muted">It is closed.</span>}
      </p>
    </>
  );
}

/** Of a program that is too long even so, the wall shows the end: what runs, and its input. */
function toEnd(program: HTMLElement | null): void {
  program?.scrollTo(program.scrollWidth, program.scrollHeight);
}

function columnsOf(program: string, largest: number[]): { columns: number; size: number } {
  const rows = program.split("\n").reduce(
    (sum, line) => sum + (Math.ceil(line.length / LINE) || 1),
    0,
  );
  const sizes = largest.map((most, at) => Math.min(most, Math.max(1.3, 38 * (at + 1) / rows)));
  const size = Math.max(...sizes);
  return { columns: sizes.indexOf(size) + 1, size };
}

/** Beside answers of so many characters, the program may take two thirds of the wall. */
const NARROW = 20;
/** The largest type in one column of a half, and in two and three of two thirds. */
const LARGEST = [3.4, 2.4, 1.7];
const LARGEST_IN_HALF = [3.4, 1.8];
/** So many characters of the largest type are a line. */
const LINE = 38;

/** Sizes of type for the answers, in hundredths of the screen's height. */
const SIZES = [4.6, 3.8, 3, 2.5, 2];

/** Shows the answers in the largest type in which all of them fit. */
function fit(answers: HTMLElement | null): void {
  if (answers === null) return;
  for (const size of SIZES) {
    answers.style.fontSize = `calc(var(--unit) * ${size})`;
    if (answers.scrollHeight <= answers.clientHeight) return;
  }
}

function sizeOf(text: string): number {
  const { length } = [...text];
  return length <= 40 ? 9 : length <= 90 ? 6.8 : length <= 180 ? 5.2 : 4.2;
}
