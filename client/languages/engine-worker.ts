/** What the workers of all engines do: they answer the page, and judge how programs ended. */
import type { CaseResult, RunSettings } from "../../server/languages/types.ts";
import { type Output, tooSlow } from "../../server/languages/verdict.ts";
import { Unloadable } from "./download.ts";
import type { Progress } from "./kit.ts";
import type { Calls, EndedRun, RunEnd, WorkerMessage, WorkerRequest } from "./engine.ts";

type Handlers<C extends Calls<C>> = {
  [Name in keyof C]: (
    request: C[Name]["request"],
  ) => C[Name]["answer"] | Promise<C[Name]["answer"]>;
};

/**
 * Answers one request after the other, in the order in which they come.
 * @param sentenceOf says a failure to the student
 */
export function serve<C extends Calls<C>>(
  handlers: Handlers<C>,
  sentenceOf: (error: unknown) => string,
): void {
  const tell = (message: WorkerMessage<C>) => postMessage(message);
  let queue = Promise.resolve();
  self.onmessage = ({ data }: MessageEvent<WorkerRequest<C>>) => {
    const { id, call } = data;
    queue = queue.then(async () => {
      try {
        tell({ type: "answer", id, answer: await handlers[call](data) });
      } catch (error) {
        console.error(error);
        const message = error instanceof Unloadable ? error.message : sentenceOf(error);
        tell({ type: "failed", id, message });
      }
    });
  };
}

export const tellProgress = (progress: Progress): void =>
  postMessage({ type: "progress", progress });

type TimeIsUp = { ending: "time is up"; stuck: string | null };

/** @param resultOf the result of a program that has ended by itself, and in time */
export function judged<End extends RunEnd>(
  { end, ms, stdout, stderr, expected }: EndedRun<End | TimeIsUp>,
  settings: RunSettings,
  resultOf: (run: Output & { end: End; expected: string | null }) => CaseResult,
): CaseResult {
  const decoder = new TextDecoder();
  const printed = { output: decoder.decode(stdout), errors: decoder.decode(stderr) };
  const isLate = end.ending === "finished" && ms > settings.timeMs;
  return isLate || isTimeUp(end)
    ? tooSlow({ ...printed, settings, ms, stuck: end.stuck })
    : resultOf({ ...printed, end: { ...end, ms }, expected });
}

const isTimeUp = (end: RunEnd | TimeIsUp): end is TimeIsUp => end.ending === "time is up";
