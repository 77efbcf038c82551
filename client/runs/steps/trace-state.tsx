/** Records the steps of a program in this browser, as state of the component that shows them. */
import { useEffect, useMemo, useState } from "react";
import type { Trace } from "../../../server/languages/steps/trace.ts";
import type { Diagnostic, RunSettings } from "../../../server/languages/types.ts";
import { runCases, traceProgram } from "../../languages/sandbox.ts";
import { INCOMPLETE } from "../bench/readiness.tsx";
import { failureOf } from "../bench/run-state.tsx";
import { cacheSteps, type TraceEnd } from "../step-view/step-search.tsx";

interface ToTrace {
  source: string;
  settings: RunSettings;
  input: string;
  call: string | undefined;
  /** Null on the person's own input. */
  expected: string | null;
}

type TraceState =
  | { phase: "working" }
  /** `again` records them anew, where the device was to blame. */
  | { phase: "failed"; problem: string; again?: () => void }
  | { phase: "not compiled"; diagnostics: readonly Diagnostic[] }
  /** `why` says why the values cannot be shown; null if they can. */
  | { phase: "done"; trace: Trace; ended: TraceEnd; why: string | null };

export function useTrace(
  { source, settings: given, input, call, expected }: ToTrace,
): TraceState {
  const [state, setState] = useState<TraceState>({ phase: "working" });
  const [tries, setTries] = useState(1);
  // A run that is fetched again has the same settings in another object: the steps stay.
  const settings = useMemo(() => given, [JSON.stringify(given)]);
  useEffect(() => {
    let current: { stop(): void } | null = null;
    let isOver = false;
    async function trace(): Promise<TraceState> {
      if (source.trim() === "") return { phase: "failed", problem: "There is no program yet." };
      if (settings.isIncomplete) return { phase: "failed", problem: INCOMPLETE };
      const run = current = traceProgram({ source, settings, input, call });
      const { trace, result, reason } = await run.done;
      if (trace !== null && trace.count > 0) {
        return {
          phase: "done",
          trace: cacheSteps(trace),
          ended: { result, input, call, expected, settings },
          why: reason,
        };
      }
      const check = current = runCases({ source, settings, cases: [] }, {});
      const { compiled, diagnostics } = await check.done;
      if (!compiled) return { phase: "not compiled", diagnostics };
      const why = reason ?? result?.sentence ?? "it has no steps";
      return { phase: "failed", problem: `It cannot be stepped through: ${why}.` };
    }
    setState({ phase: "working" });
    trace().catch((error): TraceState => {
      const { problem, isDevice } = failureOf(error);
      return { phase: "failed", problem, ...isDevice && { again: () => setTries(tries + 1) } };
    }).then((now) => !isOver && setState(now));
    return () => {
      isOver = true;
      current?.stop();
    };
  }, [source, settings, input, call, expected, tries]);
  return state;
}
