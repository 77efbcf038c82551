/** What a run is doing, and what came of it, in words. */
import type { JudgeSettings } from "../../../server/languages/types.ts";
import type { ShownCase } from "./case-detail.tsx";
import { useStepText } from "./readiness.tsx";
import type { CasesState, TalkState } from "./run-state.tsx";

export const passedOf = (results: CasesState["results"]): number =>
  results.filter((one) => one?.verdict === "passed").length;

interface RunTextProps {
  isCases: boolean;
  runs: CasesState;
  talk: TalkState;
  /** The server can run the cases instead. */
  isOffered: boolean;
}

/** Returns what the run is doing, in words. */
export function useRunText(
  { settings, cases }: { settings: JudgeSettings; cases: readonly ShownCase[] },
  { isCases, runs, talk, isOffered }: RunTextProps,
): string {
  const stepText = useStepText(settings);
  if ((isCases ? runs : talk).phase === "compiling") return stepText;
  if (!isCases) return sayTalk(talk);
  const sentence = sayCases(runs, cases.length);
  return isOffered && runs.isDevice
    ? sentence.replace(/\.$/, ", or let the server run it.")
    : sentence;
}

function sayCases(state: CasesState, total: number): string {
  const { phase, results, compiled, problem } = state;
  if (phase === "idle") return "";
  if (phase === "running") return `Case ${Math.min(results.length + 1, total)} of ${total}…`;
  if (phase !== "done") return problem;
  if (!compiled) return "It does not compile.";
  const passed = passedOf(results);
  if (passed === total) {
    const all = total === 1 ? "The case passes" : `All ${total} cases pass`;
    return state.diagnostics.some(({ severity }) => severity === "warning")
      ? `${all}, but there are warnings.`
      : `${all}.`;
  }
  return `${passed} of ${total} cases ${passed === 1 ? "passes" : "pass"}.`;
}

function sayTalk({ phase, compiled, isAsking, problem, result }: TalkState): string {
  if (phase === "idle") return "";
  if (phase === "running") return isAsking ? "It waits for your input." : "Running…";
  if (phase !== "done") return problem;
  if (!compiled) return "It does not compile.";
  return result?.verdict === "passed" ? "It ended." : "It ended with an error.";
}
