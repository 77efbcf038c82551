/** The cases of a question, and how the program did in each. */
import { useEffect, useState } from "react";
import Check from "../../kit/ui/icon.tsx?check";
import CircleAlert from "../../kit/ui/icon.tsx?circle-alert";
import LoaderCircle from "../../kit/ui/icon.tsx?loader-circle";
import MemoryStick from "../../kit/ui/icon.tsx?memory-stick";
import Timer from "../../kit/ui/icon.tsx?timer";
import X from "../../kit/ui/icon.tsx?x";
import { nameOfCase } from "../../../server/languages/calls.ts";
import type { CaseResult, JudgeSettings } from "../../../server/languages/types.ts";
import { CaseDetail, type ShownCase } from "./case-detail.tsx";
import type { GoToLine } from "./messages.tsx";
import { OutputView } from "./output.tsx";
import type { CasesState } from "./run-state.tsx";

interface CasesProps {
  cases: readonly ShownCase[];
  settings: JudgeSettings;
  state: CasesState;
  onLine: GoToLine;
}

const looks: Record<CaseResult["verdict"], { Icon: typeof Check; color: string; text: string }> = {
  "passed": { Icon: Check, color: "text-success moment", text: "passed" },
  "wrong": { Icon: X, color: "text-error", text: "wrong output" },
  "too slow": { Icon: Timer, color: "text-error", text: "too slow" },
  "too much memory": { Icon: MemoryStick, color: "text-error", text: "too much memory" },
  "too much output": { Icon: CircleAlert, color: "text-error", text: "too much output" },
  "crashed": { Icon: CircleAlert, color: "text-error", text: "crashed" },
};

export function Cases({ cases, settings, state, onLine }: CasesProps) {
  const { results } = state;
  const failing = results.findIndex((one) => one !== undefined && one.verdict !== "passed");
  const [open, setOpen] = useState<number | null>(null);
  // The first case that fails is unfolded by itself.
  useEffect(() => setOpen(failing >= 0 ? failing : null), [failing, state.source]);
  const running = state.phase === "running" ? results.length : -1;
  return (
    <ol className="divide-y divide-base-300 rounded-field border border-base-300">
      {cases.map((one, place) => (
        <li key={place}>
          <details open={open === place}>
            <summary
              className="flex cursor-pointer items-center gap-2.5 px-3 py-2 -outline-offset-3"
              onClick={(event) => {
                event.preventDefault();
                setOpen(open === place ? null : place);
              }}
            >
              <CaseLine
                place={one.place ?? place}
                isHidden={one.hidden === true}
                result={results[place]}
                isRunning={place === running}
              />
            </summary>
            {open === place && (
              <CaseDetail
                one={one}
                result={results[place]}
                settings={settings}
                onLine={onLine}
              />
            )}
          </details>
          {place === running && state.output.length > 0 && (
            <div className="px-3 pb-3">
              <OutputView label={`Output of case ${place + 1}`} output={state.output} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

interface LineProps {
  place: number;
  isHidden: boolean;
  result: CaseResult | undefined;
  isRunning: boolean;
}

function CaseLine({ place, isHidden, result, isRunning }: LineProps) {
  const name = <span className="font-semibold">{nameOfCase(place, isHidden)}</span>;
  if (result === undefined) {
    return (
      <>
        {isRunning
          ? <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-primary" />
          : <span aria-hidden className="size-5 shrink-0 rounded-full border-2 border-base-300" />}
        {name}
        <span className="text-sm text-muted">{isRunning ? "running" : "not run yet"}</span>
      </>
    );
  }
  const { Icon, color, text } = looks[result.verdict];
  return (
    <>
      <Icon aria-hidden className={`size-5 shrink-0 ${color}`} strokeWidth={3} />
      {name}
      <span className={`text-sm font-semibold ${color}`}>{text}</span>
      <span className="ml-auto text-sm text-muted tabular-nums">{Math.round(result.ms)} ms</span>
    </>
  );
}
