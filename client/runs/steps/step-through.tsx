/** A program that is stepped through on a question's case, or on the person's own input. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { areCalls, nameOfCase } from "../../../server/languages/calls.ts";
import type { RunSettings } from "../../../server/languages/types.ts";
import { mediaHook } from "../../kit/layout/media.ts";
import { ExplainInSwitch } from "../../kit/ui/explanation.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import type { ShownCase } from "../bench/case-detail.tsx";
import { Messages } from "../bench/messages.tsx";
import { ReadinessLine, useStepText } from "../bench/readiness.tsx";
import { StepsView, type StepsViewProps } from "../step-view/view.tsx";
import { type Along, followed, Lead } from "./along.tsx";
import type { StepAt } from "./addresses.tsx";
import type { LinkTargets } from "./link-targets.tsx";
import { givenAt, markOf, queryOf } from "./step-queries.tsx";
import { useTrace } from "./trace-state.tsx";
import { Button } from "../../kit/ui/button.tsx";

export interface StepProgram {
  source: string;
  settings: RunSettings;
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
  program: StepProgram | null;
  /** Shown while there is no program. */
  waiting?: ReactNode;
  links?: LinkTargets | undefined;
  along?: Along | undefined;
  tools?: ReactNode;
  /** Called with each step at which the person stands; null where it must not be shared. */
  onStand?: (at: StepAt | null) => void;
  onClose: () => void;
}

const OWN = "own";

const FULL =
  "col-start-1 row-start-1 flex h-dvh max-h-none w-full max-w-none flex-col self-stretch overflow-hidden rounded-none p-0 *:first:mb-0 *:first:shrink-0 *:first:flex-wrap *:first:gap-y-1 *:first:px-3 *:first:py-1.5";

export default function StepThrough(
  { program, waiting, links: pointing, along, onClose, ...rest }: StepThroughProps,
) {
  const [chosen, setChosen] = useState<ChosenInput>();
  const isBegin = chosen === undefined;
  const { at, input } = chosen ?? { at: program?.begin ?? null, input: program?.input ?? "" };
  const one = at === null ? undefined : program?.cases[at];
  const followedStep = program && along ? followed(along, program) : null;
  const problem = followedStep === null
    ? isBegin && program?.problem
    : "problem" in followedStep && followedStep.problem;
  const place = followedStep !== null && "step" in followedStep ? followedStep : null;
  // Where the other leads, so that it stays when this person takes the lead.
  if (place !== null && (isBegin || place.at !== at || place.input !== input)) {
    setChosen({ at: place.at, input: place.input });
  }
  const { input: read, call } = one ??
    (areCalls(program?.cases ?? []) ? { input: "", call: input } : { input });
  const given = givenAt(program?.cases ?? [], at, input);
  const standing = useStanding(along, { source: program?.source ?? "", given });
  const isNarrow = useIsNarrow();
  useWholeWindow();
  const tools = program !== null && (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 ${isNarrow ? "px-3 pb-1.5" : ""}`}
    >
      {followedStep === null && (
        <Inputs
          program={program}
          at={at}
          onChoose={(at) => setChosen({ at, input })}
        />
      )}
      {along && <Lead along={along} onLead={standing.lead} />}
      {rest.tools}
    </div>
  );
  return (
    <Dialog title="Step through" onClose={onClose} tools={!isNarrow && tools} box={FULL}>
      {isNarrow && tools}
      {program === null
        ? <div className="p-4">{waiting}</div>
        : problem
        ? (
          <div className="space-y-4 p-4">
            <p role="alert" className="text-lg font-semibold">{problem}</p>
            {followedStep === null && (
              <Button onClick={() => setChosen({ at, input })}>
                Step through it as the question is now
              </Button>
            )}
          </div>
        )
        : (
          <TraceView
            key={one === undefined ? `own ${input}` : at}
            {...program}
            read={read ?? ""}
            call={call}
            expected={one?.output ?? null}
            begin={isBegin ? program.step ?? 1 : 1}
            pointing={pointing && { ...pointing, given, onPointed: onClose }}
            leader={along && place ? { step: place.step, by: along.name } : undefined}
            onStand={(step) => {
              standing.stand(step);
              rest.onStand?.(typeof given === "string" ? null : { step, given });
            }}
          />
        )}
    </Dialog>
  );
}

/** The page reserves a place for its scroll bar, which no dialog covers. */
function useWholeWindow() {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.scrollbarGutter = "auto";
    return () => {
      style.scrollbarGutter = "";
    };
  }, []);
}

/** The line of the title has only room for the closing button beside it. */
const useIsNarrow = mediaHook("(width < 40rem)");

/** The place of a case; null for the input. */
type ChosenInput = { at: number | null; input: string } | undefined;

/** Tells the other where this person stands, as long as the dialog is open. */
function useStanding(
  along: Along | undefined,
  { source, given }: { source: string; given: ReturnType<typeof givenAt> },
) {
  const set = along?.set;
  useEffect(() => () => set?.(null), [set]);
  const { mine = null, other = null } = along ?? {};
  return {
    stand(step: number) {
      const turn = mine?.turn ?? (other === null ? 1 : 0);
      const query = typeof given === "string" ? "" : queryOf({ step, given });
      set?.({ turn, program: markOf(source), query });
    },
    lead() {
      const turn = Math.max(mine?.turn ?? 0, other?.turn ?? 0) + 1;
      set?.({ program: markOf(source), query: other?.query ?? "", ...mine, turn });
    },
  };
}

interface InputsProps {
  program: StepProgram;
  at: number | null;
  onChoose: (at: number | null) => void;
}

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

interface TracedProps
  extends
    Pick<StepProgram, "source" | "settings">,
    Pick<StepsViewProps, "begin" | "pointing" | "leader" | "onStand" | "isShown"> {
  read: string;
  call?: string | undefined;
  expected: string | null;
}

export function TraceView({ source, settings, read, call, expected, ...rest }: TracedProps) {
  const tracing = useTrace({ source, settings, input: read, call, expected });
  const place = useFocusAtBegin(tracing.phase === "done");
  const stepText = useStepText(settings);
  if (tracing.phase === "done") {
    return (
      <div ref={place} className="contents">
        <StepsView source={source} {...tracing} {...rest} />
      </div>
    );
  }
  if (tracing.phase === "not compiled") {
    return (
      <div className="space-y-3 overflow-y-auto p-4">
        <ExplainInSwitch />
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
        <p>The program is made ready to tell its steps. Then it runs once.</p>
      )}
      {tracing.phase === "failed" && tracing.again && (
        <Button onClick={tracing.again}>Try again</Button>
      )}
      <ReadinessLine settings={settings} />
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
