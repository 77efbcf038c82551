/** How a traced run ends, in words. */
import type { Trace } from "../../../server/languages/steps/trace.ts";
import type { Ended } from "./step-search.tsx";
import { sayCount } from "./sentences.tsx";

export interface Ending extends Ended {
  /** One sentence. */
  text: string;
}

export function endingOf(trace: Trace, ended: Ended): Ending {
  return { ...ended, text: sayEnding(trace, ended) };
}

function sayEnding({ count, limit }: Trace, { result }: Ended): string {
  if (limit === "steps") {
    return `Only the first ${sayCount(count)} steps are recorded. The program went on.`;
  }
  if (limit === "bytes") {
    return `Only the first ${sayCount(count)} steps are recorded: its values need too much memory.`;
  }
  if (limit === "time") {
    return `Only the first ${sayCount(count)} steps are recorded: to record more takes too long.`;
  }
  if (limit === "lost") {
    return `The program has switched the recording off after ${sayCount(count)} steps.`;
  }
  if (result === null) return "The program ended.";
  const { sentence, line, file, exitCode } = result;
  if (sentence !== null) {
    return line === null
      ? sentence
      : `${sentence} It was at line ${line}${file ? ` of ${file}` : ""}.`;
  }
  return exitCode === null ? "The program ended." : `The program ended with exit code ${exitCode}.`;
}
