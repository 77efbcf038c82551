/** The output so far, with what was just printed and where it becomes wrong; and how it ends. */
import { useLayoutEffect, useMemo, useRef } from "react";
import type { Step, Trace } from "../../../server/languages/steps/trace.ts";
import type { CaseResult } from "../../../server/languages/types.ts";
import { withRareSigns } from "../../../server/languages/texts.ts";
import { ExplainInSwitch, Explanation } from "../../kit/ui/explanation.tsx";
import { Frame } from "../bench/frame.tsx";
import { firstWrongByte } from "./step-search.tsx";
import type { EndText } from "./run-end.tsx";

interface OutputProps {
  trace: Trace;
  step: Step;
  before: Step | null;
  isLast: boolean;
  ending: EndText;
}

/** At most so many bytes before the newest ones are shown, and so many expected characters. */
const SHOWN_MOST = 4000;

export function Output({ trace, step, before, isLast, ending }: OutputProps) {
  const { expected, settings, result } = ending;
  const wrong = useMemo(
    () => expected === null ? null : firstWrongByte(trace.output, expected, settings),
    [trace, expected, settings],
  );
  const view = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    view.current?.scrollTo({ top: view.current.scrollHeight });
  }, [step.printed]);
  // The value of a call is printed after its last step.
  const end = isLast && ending.call !== undefined ? trace.output.length : step.printed;
  const parts = partsOf(trace.output, { end, fresh: before?.printed ?? 0, mark: wrong });
  const isWrong = wrong !== null && end > wrong;
  return (
    <div className="space-y-2 p-3">
      <div className={expected === null ? "" : "grid gap-3 sm:grid-cols-2"}>
        <Frame label="Output so far" look={LOOK} view={view}>
          {parts.from > 0 && <span className="text-muted">{`… ${parts.from} bytes before\n`}</span>}
          {parts.pieces.map(({ text, isFresh, isMarked }, at) => (
            <span
              key={at}
              className={`${isFresh ? FRESH : ""} ${
                isMarked ? "bg-error/25 underline decoration-wavy decoration-error" : ""
              }`}
            >
              {withRareSigns(text)}
            </span>
          ))}
        </Frame>
        {expected !== null && (
          <Frame label="Expected in the end" look={LOOK}>
            {withRareSigns(expected.slice(0, SHOWN_MOST))}
            {expected.length > SHOWN_MOST && <span className="text-muted">…</span>}
          </Frame>
        )}
      </div>
      {isWrong && (
        <p className="text-sm font-semibold text-error">The output is wrong from here on.</p>
      )}
      {(isLast || isBad(result)) && (
        <p
          className={`rounded-field border-l-4 px-3 py-2 ${
            isBad(result) ? "border-error bg-error/8" : "border-info bg-info/8"
          }`}
        >
          <strong className="font-semibold">{isLast ? "It ends here:" : "How it ends:"}</strong>
          {" "}
          <HowItEnds ending={ending} />
        </p>
      )}
      {ending.sentence !== null && <ExplainInSwitch />}
    </div>
  );
}

export const HowItEnds = ({ ending: { sentence, rest } }: { ending: EndText }) => (
  <>{sentence !== null && <Explanation>{sentence}</Explanation>} {rest}</>
);

export const FRESH = "border-b-3 border-accent bg-accent/20 font-bold";
export const LOOK =
  "max-h-60 min-h-14 border border-base-300 whitespace-pre-wrap min-[1900px]:max-h-96 min-[1900px]:text-xl min-[1900px]:leading-8";

const isBad = (result: CaseResult | null): boolean =>
  result !== null && !["passed", "wrong"].includes(result.verdict);

interface Cuts {
  /** How many bytes are shown. */
  end: number;
  /** Where the bytes of the line just run begin. */
  fresh: number;
  /** Where the output becomes wrong, or the input is not read yet. */
  mark: number | null;
}

/** Cuts an output or an input into pieces of one look each. */
export function partsOf(output: Uint8Array, { end, fresh, mark }: Cuts) {
  const from = Math.max(0, Math.min(fresh, end) - SHOWN_MOST);
  const to = Math.min(end, from + 2 * SHOWN_MOST);
  const cuts = [from, fresh, mark ?? end, to].filter((at) => at >= from && at <= to)
    .sort((one, other) => one - other);
  const decoder = new TextDecoder();
  const pieces = cuts.slice(0, -1).flatMap((at, place) => {
    const text = decoder.decode(output.subarray(at, cuts[place + 1]), { stream: true });
    if (text === "") return [];
    return [{ text, isFresh: at >= fresh, isMarked: mark !== null && at >= mark }];
  });
  return { from, pieces };
}
