/** A traced run, step by step: the code, the variables and the output at one step. */
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { firstLineOf, placeOf, programOf } from "../../../server/languages/program_files.ts";
import type { Step, Trace } from "../../../server/languages/steps/trace.ts";
import { languageOf } from "../../../server/languages/languages.ts";
import { CallError, errorText } from "../../kit/net/api.ts";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { useIsWide } from "../../kit/layout/media.ts";
import type { InputRef } from "../steps/addresses.tsx";
import type { LinkTargets, PointText } from "../steps/link-targets.tsx";
import { queryOf } from "../steps/step-queries.tsx";
import { Code, type CodeProps, Legend } from "./code.tsx";
import { Controls, keyOf, type Moves, type Point, useKeys } from "./controls.tsx";
import { endingOf } from "./run-end.tsx";
import { nextStop, sameLine, type TraceEnd, wrongStep } from "./step-search.tsx";
import { CallLine, InputRead } from "./input-read.tsx";
import { Memory } from "./memory.tsx";
import { HowItEnds, Output } from "./output.tsx";
import { sayCount, sayLine, sayLink, sayStep } from "./sentences.tsx";

export interface StepsViewProps {
  source: string;
  trace: Trace;
  ended: TraceEnd;
  /** Why the values cannot be shown; null if they can. */
  why: string | null;
  /** The step to begin with, from 1. */
  begin: number;
  pointing?: StepLinks | undefined;
  /** Another person leads: the step, from 1, at which they are. */
  leader?: { step: number; by: string } | undefined;
  /** Called with each step, from 1, at which the view stands. */
  onStand?: ((step: number) => void) | undefined;
  /** Only to look at: it has no controls. */
  isShown?: boolean | undefined;
}

/** As `LinkTargets`, for these steps. */
interface StepLinks extends LinkTargets {
  /** What a link says of the program's input, or why none can. */
  given: InputRef | string;
  onPointed: () => void;
}

export function StepsView(props: StepsViewProps) {
  const { source, trace, ended, why, pointing, onStand, isShown = false } = props;
  const ending = useMemo(() => endingOf(trace, ended), [trace, ended]);
  const { at, note, say, stops, go, toggle, moves } = useSteps(props);
  useEffect(() => onStand?.(at + 1), [at]);
  const points = pointsOf({ source, trace, at, say }, pointing);
  useKeys((key) => isShown ? null : keyOf(key, moves, points));
  const [step, before] = useMemo(
    () => [trace.at(at), at > 0 ? trace.at(at - 1) : null],
    [trace, at],
  );
  const stepSentence = useMemo(() => sayStep(trace, at), [trace, at]);
  const isLast = at === trace.count - 1;
  return (
    <div className="flex min-h-0 grow flex-col">
      <p
        role="status"
        className="h-[4.9rem] shrink-0 overflow-y-auto border-b border-base-300 px-3 py-1 text-sm leading-5 font-semibold sm:h-12 min-[1900px]:h-20 min-[1900px]:text-2xl"
      >
        {note ?? stepSentence} {note === null && isLast && <HowItEnds ending={ending} />}
      </p>
      <Parts
        code={
          <>
            <FileInSteps
              {...{ source, ended, step, stops }}
              onStop={toggle}
              {...{ trace, at }}
              onStep={go}
            />
            {!isShown && <Legend />}
            {ended.call === undefined
              ? <InputRead input={ended.input} {...{ step, before }} />
              : <CallLine call={ended.call} />}
          </>
        }
        variables={trace.level === "lines"
          ? <NoValues why={why} />
          : <Memory {...{ trace, at, step, before }} onStep={go} />}
        output={<Output {...{ trace, step, before, isLast, ending }} />}
      />
      {!isShown && (
        <Controls
          moves={moves}
          points={points}
          at={at}
          count={trace.count}
          line={sayLine(trace, step.line)}
          onStep={go}
        />
      )}
    </div>
  );
}

interface FileProps extends Omit<CodeProps, "language" | "line" | "before"> {
  ended: TraceEnd;
  step: Step;
}

function FileInSteps({ source, ended, step, stops, onStop, ...rest }: FileProps) {
  const { files } = programOf(source, ended.settings);
  const { place, line } = placeOf(step.line);
  const { name, text } = files[place] ?? files[0];
  const first = firstLineOf(place);
  return (
    <>
      {files.length > 1 && (
        <p className="border-b border-base-300 px-3 py-0.5 font-mono text-sm font-semibold">
          {name}
        </p>
      )}
      <Code
        key={place}
        source={text}
        language={languageOf(ended.settings)}
        line={line}
        before={step.before === null ? null : step.before - first}
        stops={new Set([...stops].map((one) => one - first))}
        onStop={(at) => onStop(first + at)}
        {...rest}
      />
    </>
  );
}

function NoValues({ why }: { why: string | null }) {
  const reason = why === null ? "" : `: ${why}`;
  return (
    <p className="m-3 rounded-field border-l-4 border-info bg-info/8 px-3 py-2">
      The values of the variables cannot be shown{reason}. You can still go through the lines.
    </p>
  );
}

interface Here {
  source: string;
  trace: Trace;
  at: number;
  say: (note: string) => void;
}

function pointsOf({ source, trace, at, say }: Here, pointing: StepLinks | undefined): Point[] {
  if (pointing === undefined) return [];
  const { given, runIdOf, texts, onPointed } = pointing;
  // Of the student's own file, also where the step is in a given one.
  const { before, calls } = trace.at(at);
  const own = [before ?? trace.lines[at] ?? 1, ...calls.map((call) => call.line).toReversed()];
  const line = own.find((one) => one > 0 && placeOf(one).place === 0) ?? 1;
  async function point({ put }: PointText) {
    if (typeof given === "string") return say(given);
    try {
      const runId = await runIdOf(source);
      const address = `/runs/${runId}?${queryOf({ step: at + 1, given })}`;
      put(sayLink(trace, at, address), { runId, line });
      onPointed();
    } catch (error) {
      const own = error instanceof CallError ? "" : error instanceof Error ? error.message : "";
      say(errorText(error, own || "The program could not be saved, so no link can lead to it."));
    }
  }
  return texts.map((text) => ({
    name: text.name(line),
    key: text.key,
    run: () => void point(text),
  }));
}

function useSteps({ trace, ended, begin, leader }: StepsViewProps) {
  const { lines, count } = trace;
  const [at, setAt] = useState(Math.min(begin, count) - 1);
  const leaderStep = leader && Math.min(leader.step, count) - 1;
  if (leaderStep !== undefined && at !== leaderStep) setAt(leaderStep);
  /** Why there is no other step to go to. */
  const [note, setNote] = useState<string | null>(
    begin <= count ? null : `There is no step ${sayCount(begin)} here: this is the last one.`,
  );
  const [stops, setStops] = useState<ReadonlySet<number>>(new Set());
  // A note is about the step at which it was said.
  useEffect(() => leader && setNote(null), [leaderStep, leader === undefined]);
  const wrong = useMemo(() => wrongStep(trace, ended), [trace, ended]);
  function go(to: number | null, otherwise = "") {
    if (leader) return setNote(`${leader.by} leads. Take the lead to go to another step.`);
    setNote(to === null ? otherwise : null);
    if (to !== null) setAt(Math.max(0, Math.min(to, count - 1)));
  }
  const toggle = (line: number) =>
    setStops((now) => {
      const others = new Set(now);
      if (!others.delete(line)) others.add(line);
      return others;
    });
  const line = `L${sayLine(trace, lines[at]).slice(1)}`;
  const moves: Moves = {
    Home: () => go(0),
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    End: () => go(count - 1),
    ArrowUp: () => go(sameLine(lines, at, -1), `${line} has not run before.`),
    ArrowDown: () => go(sameLine(lines, at, 1), `${line} does not run again.`),
    w: wrong === null ? null : () => go(wrong),
    n: () =>
      go(
        nextStop(lines, at, stops),
        stops.size === 0
          ? "There is no stop yet: press a line number to set one."
          : "No stop comes after this step.",
      ),
  };
  return { at, note, say: setNote, stops, go, toggle, moves };
}

type Part = "code" | "variables" | "output";
type PartsProps = Record<Part, ReactNode>;

const TABS = [
  { id: "code", name: "Code" },
  { id: "variables", name: "Variables" },
  { id: "output", name: "Output" },
] as const;

/** Side by side where there is room, and otherwise as tabs. */
function Parts(props: PartsProps) {
  const isWide = useIsWide();
  const [part, setPart] = useState<Part>("code");
  if (!isWide) {
    return (
      <div className="min-h-0 grow overflow-y-auto bg-base-200 [&>:first-child]:sticky [&>:first-child]:top-0 [&>:first-child]:z-10 [&>:first-child]:mb-0 [&>:first-child]:bg-base-100 [&>[role=tabpanel]]:overflow-x-auto">
        <Tabs label="Parts of the step" tabs={TABS} dense current={part} onShow={setPart}>
          {props[part]}
        </Tabs>
      </div>
    );
  }
  return (
    <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] min-[1900px]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,4fr)] min-[1900px]:grid-rows-1">
      <section
        aria-label="Code"
        className="row-span-2 flex min-h-0 flex-col border-r border-base-300 min-[1900px]:row-span-1"
      >
        {props.code}
      </section>
      <section
        aria-label="Variables"
        tabIndex={0}
        className="min-h-0 overflow-auto bg-base-200 -outline-offset-3"
      >
        {props.variables}
      </section>
      <section
        aria-label="Output"
        className="border-t border-base-300 min-[1900px]:border-t-0 min-[1900px]:border-l"
      >
        {props.output}
      </section>
    </div>
  );
}
