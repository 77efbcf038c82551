/** How a traced run ends, in words. */
import type { Trace } from "../../../server/languages/steps/trace.ts";
import type { TraceEnd } from "./step-search.tsx";
import { sayCount } from "./sentences.tsx";

export interface EndText extends TraceEnd {
  sentence: string | null;
  rest: string;
}

export function endingOf(trace: Trace, ended: TraceEnd): EndText {
  const { limit } = trace;
  const { sentence, line, file } = (limit === null && ended.result) || NO_END;
  const place = line === null ? "" : `It was at line ${line}${file ? ` of ${file}` : ""}.`;
  return { ...ended, sentence, rest: sentence === null ? sayEnding(trace, ended) : place };
}

const NO_END = { sentence: null, line: null, file: undefined };

function sayEnding({ count, limit }: Trace, { result, call }: TraceEnd): string {
  const why = limit && CUT[limit];
  if (why) return `Only the first ${sayCount(count)} steps are recorded${why}`;
  if (limit === "lost") {
    return `The program has switched the recording off after ${sayCount(count)} steps.`;
  }
  if (call !== undefined) return "The call ended.";
  const exitCode = result?.exitCode ?? null;
  return exitCode === null ? "The program ended." : `The program ended with exit code ${exitCode}.`;
}

const CUT: Partial<Record<NonNullable<Trace["limit"]>, string>> = {
  steps: ". The program went on.",
  bytes: ": its values need too much memory.",
  time: ": to record more takes too long.",
};
