/** A run on the server, for a browser that cannot run programs: its place in the queue, live. */
import { useEffect, useState } from "react";
import type { Assignment } from "../../../server/assignments/schema.ts";
import type { Language } from "../../../server/languages/languages.ts";
import type { RunResult } from "../../../server/languages/types.ts";
import { resultOf } from "../../../server/runs/policy.ts";
import { CallError, errorText, isAbort } from "../../kit/net/api.ts";
import type { ServerRun } from "../bench/bench-props.tsx";
import { loadRun, postRun } from "../actions.ts";
import { whyNot } from "../bench/run-state.tsx";
import { useRun } from "../saved/attached-run.tsx";

const FAILED = "The server could not run the program. Please try again.";
const UNREACHED =
  "The server, which would run the program, cannot be reached. Run it again when the connection is back.";
const PLACE_EVERY = 5000;

export function useServerRun(
  { _id: assignmentId }: Assignment,
  language: Language,
  onResult: (ran: { source: string; result: RunResult }) => void,
): ServerRun {
  const [id, setId] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const { run } = useRun(id, "Failed to fetch the result of the run.");
  const isWaiting = run !== undefined && run.verdict === null &&
    run.verification.state !== "failed";
  useEffect(() => {
    if (!isWaiting || id === undefined) return;
    const timer = setInterval(() => void loadRun(id).catch(() => {}), PLACE_EVERY);
    return () => clearInterval(timer);
  }, [isWaiting, id]);
  useEffect(() => {
    const result = run ? resultOf(run) : null;
    if (run && result) onResult({ source: run.source, result });
  }, [run, onResult]);
  return {
    run: async (source) => {
      const why = whyNot(source);
      setProblem(why);
      if (why !== null) return;
      try {
        setProblem("Sending…");
        setId(await postRun(assignmentId, { source, language }));
        setProblem(null);
      } catch (error) {
        if (isAbort(error)) return;
        const isUnreached = error instanceof CallError && error.status === 0;
        setProblem(isUnreached ? UNREACHED : errorText(error, FAILED));
      }
    },
    text: problem ?? (isWaiting ? sayWaiting(run.verification) : run?.verification.reason) ?? null,
  };
}

const sayWaiting = ({ state, place }: { state: string; place?: number | undefined }): string =>
  state === "running"
    ? "The server runs it…"
    : place === undefined
    ? "It waits for the server…"
    : `It waits for the server: place ${place} in the queue.`;
