/** Records the steps of a program in this browser, as state of the component that shows them. */
import { useEffect, useState } from "react";
import type { Trace } from "../../../server/cpp/steps/trace.ts";
import type { Diagnostic, JudgeSettings } from "../../../server/cpp/types.ts";
import type { Ended } from "./finding.tsx";

interface ToTrace {
  source: string;
  settings: JudgeSettings;
  input: string;
  expected: string | null;
}

type Tracing =
  | { phase: "compiling" | "running" }
  | { phase: "failed"; problem: string }
  | { phase: "not compiled"; diagnostics: readonly Diagnostic[] }
  | { phase: "done"; trace: Trace; ended: Ended; why: string | null };

export function useTracing({ source, settings, input, expected }: ToTrace): Tracing {
  const [state, setState] = useState<Tracing>({ phase: "compiling" });
  useEffect(() => {
    setState({ phase: "failed", problem: "not yet" });
  }, [source, settings, input, expected]);
  return state;
}
