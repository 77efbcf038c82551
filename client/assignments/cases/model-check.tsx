/** What the model solution does in one case, and the button that takes over its output. */
import { focusFirst } from "../../kit/focus/hand-over-focus.ts";
import { Explanation } from "../../kit/ui/explanation.tsx";
import { compareOutput } from "../../../server/languages/compare.ts";
import type { JudgeSettings } from "../../../server/languages/types.ts";
import { shownBeside } from "../../../server/languages/texts.ts";
import { Finding } from "../../runs/bench/finding.tsx";
import type { ModelRun } from "./model-runs.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface CheckProps {
  /** The case's name within a sentence, such as "case 2". */
  name: string;
  run: ModelRun;
  expected: string;
  settings: JudgeSettings;
  /** No other case has its input or call. */
  isDistinct: boolean;
  onUse: (output: string) => void;
}

export default function ModelCheck(props: CheckProps) {
  const { name, run: { output, verdict, sentence, ms }, expected, settings, isDistinct } = props;
  const passes = output !== null && compareOutput(expected, output, settings).same;
  const summary = passes
    ? "The model passes"
    : output === null
    ? <>The model fails: {sentence === null ? verdict : <Explanation>{sentence}</Explanation>}</>
    : output.trim() === ""
    ? "The model prints nothing"
    : "The model prints something else";
  return (
    <div className="mt-2 space-y-2">
      <Finding isWell={passes} className="text-sm">
        <strong>{summary}</strong>{" "}
        <span className="text-muted">
          {`${Math.round(ms)} ms${isDistinct ? " · no other case is the same" : ""}`}
        </span>
      </Finding>
      {!passes && output !== null && output.trim() !== "" && (
        <>
          <pre
            tabIndex={0}
            role="region"
            aria-label={`The model's output for ${name}`}
            className="max-h-40 overflow-auto rounded-field border border-base-300 bg-base-100 p-2 font-mono text-sm"
          >{shownBeside(output, expected)}</pre>
          <Button
            className="btn-sm"
            aria-label={`Use the model's output for ${name}`}
            onClick={(event) => {
              // The button goes with the difference.
              focusFirst(event.currentTarget.closest("li, fieldset"));
              props.onUse(output);
            }}
          >
            Use the model's output
          </Button>
        </>
      )}
    </div>
  );
}
