/** One case: what the program was given, what was expected, and what it wrote. */
import { type GivenCase, givenText, nameOfGiven } from "../../../server/languages/calls.ts";
import type { CaseResult, JudgeSettings } from "../../../server/languages/types.ts";
import { Explanation } from "../../kit/ui/explanation.tsx";
import { Difference } from "./difference.tsx";
import { Frame } from "./frame.tsx";
import { type GoToLine, ToLine } from "./messages.tsx";

export interface ShownCase extends GivenCase {
  hidden?: boolean | undefined;
  noLineEnd?: boolean | undefined;
  /** Its place among the question's cases, from 0, where only some are shown. */
  place?: number;
}

interface DetailProps {
  one: ShownCase;
  result: CaseResult | undefined;
  settings: JudgeSettings;
  onLine: GoToLine;
  /** Added to the accessible names, where the same case is on the page twice. */
  of?: string | undefined;
}

export function CaseDetail({ one, result, settings, onLine, of }: DetailProps) {
  const isCompared = result?.verdict === "wrong" || result?.verdict === "passed";
  return (
    <div className="space-y-3 border-t border-base-300 px-3 py-3">
      {result && <EndLine result={result} onLine={onLine} />}
      {isCompared
        ? (
          <>
            <Difference expected={one.output} got={result.output} settings={settings} of={of} />
            <Frame label={nameOfGiven(one)} of={of}>{givenText(one)}</Frame>
          </>
        )
        : (
          <div className="grid gap-3 sm:grid-cols-2">
            <Frame label={nameOfGiven(one)} of={of}>{givenText(one)}</Frame>
            <Frame label="Expected" of={of}>{one.output}</Frame>
          </div>
        )}
      {result && !isCompared && result.output !== "" && (
        <Frame label="Output until then" of={of}>{result.output}</Frame>
      )}
      {result && result.errors !== "" && (
        <Frame label="Standard error" of={of}>{result.errors}</Frame>
      )}
    </div>
  );
}

export function EndLine({ result, onLine }: Pick<DetailProps, "onLine"> & { result: CaseResult }) {
  const { sentence, line, file, verdict } = result;
  if (sentence === null && line === null) return null;
  const color = verdict === "passed" ? "border-warning bg-warning/8" : "border-error bg-error/8";
  return (
    <p className={`rounded-field border-l-4 px-3 py-2 ${color}`}>
      {sentence !== null && <Explanation>{sentence}</Explanation>}{" "}
      {line !== null && <ToLine {...{ line, file, onLine }} />}
    </p>
  );
}
