/**
 * A program that is stepped through on one of a question's cases, or on the person's own input. It
 * is compiled and recorded first.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { JudgeSettings } from "../../../server/cpp/types.ts";
import { nameOfCase } from "../bench/bench-frame.tsx";
import type { ShownCase } from "../bench/cases.tsx";
import { Messages } from "../bench/messages.tsx";
import { ReadinessLine, useStepText } from "../bench/readiness.tsx";
import { givenAt, type Pointing } from "./pointing.tsx";
import { StepDialog } from "./step-dialog.tsx";
import { useTracing } from "./tracing.tsx";
import { StepsView, type StepsViewProps } from "./view.tsx";

export interface Stepped {
  source: string;
  settings: JudgeSettings;
  cases: readonly ShownCase[];
  /** The person's own input; null if they have none. */
  input: string | null;
  /** The place of the case to begin with; null for the person's own input. */
  begin: number | null;
  /** The step to begin with, from 1. */
  step?: number | undefined;
  /** Why the step to begin with cannot be shown. */
  problem?: string | undefined;
}

interface StepThroughProps {
  /** Null while it is loading. */
  program: Stepped | null;
  /** Shown while there is no program. */
  waiting?: ReactNode;
  /** The texts that can point at a step. */
  pointing?: Pointing | undefined;
  onClose: () => void;
}

const OWN = "own";

export default function StepThrough(
  { program, waiting, pointing, onClose }: StepThroughProps,
) {
  const [chosen, setChosen] = useState<number | null>();
  const isBegin = chosen === undefined;
  const at = chosen === undefined ? program?.begin ?? null : chosen;
  const one = at === null ? undefined : program?.cases[at];
  return (
    <StepDialog
      title="Step through"
      onClose={onClose}
      tools={program !== null && <Inputs program={program} at={at} onChoose={setChosen} />}
    >
      {program === null
        ? <div className="p-4">{waiting}</div>
        : isBegin && program.problem !== undefined
        ? (
          <div className="space-y-4 p-4">
            <p role="alert" className="text-lg font-semibold">{program.problem}</p>
            <button type="button" className="btn" onClick={() => setChosen(at)}>
              Step through it as the question is now
            </button>
          </div>
        )
        : (
          <Traced
            key={at ?? OWN}
            {...program}
            given={one?.input ?? program.input ?? ""}
            expected={one?.output ?? null}
            begin={isBegin ? program.step ?? 1 : 1}
            pointing={pointing && {
              ...pointing,
              given: givenAt(program.cases, at, program.input ?? ""),
              onPointed: onClose,
            }}
          />
        )}
    </StepDialog>
  );
}

interface InputsProps {
  program: Stepped;
  at: number | null;
  onChoose: (at: number | null) => void;
}

/** The choice between the cases and the person's own input. */
function Inputs({ program: { cases, input }, at, onChoose }: InputsProps) {
  if (cases.length + (input === null ? 0 : 1) < 2) return null;
  return (
    <select
      aria-label="Input"
      className="select select-sm w-auto"
      value={at ?? OWN}
      onChange={({ target: { value } }) => onChoose(value === OWN ? null : Number(value))}
    >
      {cases.map(({ place, hidden }, at) => (
        <option key={at} value={at}>{nameOfCase(place ?? at, hidden)}</option>
      ))}
      {input !== null && <option value={OWN}>My input</option>}
    </select>
  );
}

interface TracedProps extends Pick<Stepped, "source" | "settings"> {
  given: string;
  expected: string | null;
  begin: number;
  pointing: StepsViewProps["pointing"];
}

function Traced({ source, settings, given, expected, begin, pointing }: TracedProps) {
  const tracing = useTracing({ source, settings, input: given, expected });
  const place = useFocusAtBegin(tracing.phase === "done");
  const stepText = useStepText();
  if (tracing.phase === "done") {
    return (
      <div ref={place} className="contents">
        <StepsView source={source} {...tracing} begin={begin} pointing={pointing} />
      </div>
    );
  }
  if (tracing.phase === "not compiled") {
    return (
      <div className="overflow-y-auto p-4">
        <Messages diagnostics={tracing.diagnostics} compiled={false} onLine={() => {}} />
      </div>
    );
  }
  return (
    <div className="space-y-3 p-4">
      <p role="status" className="text-lg font-semibold">
        {tracing.phase === "failed" ? tracing.problem : stepText}
      </p>
      {tracing.phase === "working" && (
        <p>The program is compiled so that it tells its steps. Then it runs once.</p>
      )}
      <ReadinessLine />
    </div>
  );
}

/** Moves the focus to the slider when the steps are there, unless the person is elsewhere already. */
function useFocusAtBegin(isThere: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isThere) return;
    const isChoosing = document.activeElement?.matches("select");
    if (!isChoosing) place.current?.querySelector<HTMLElement>("[data-begin]")?.focus();
  }, [isThere]);
  return place;
}
