/** The tabs below the editor: the cases or the own input, with the compiler's messages. */
import type { ReactNode } from "react";
import { languageOf } from "../../../server/languages/languages.ts";
import type { JudgeSettings } from "../../../server/languages/types.ts";
import { ExplainInSwitch } from "../../kit/ui/explained.tsx";
import { type Part, ResultTabs } from "./bench-frame.tsx";
import { Cases, type ShownCase } from "./cases.tsx";
import { Messages, type ToPlace } from "./messages.tsx";
import { OwnInput } from "./own-input.tsx";
import { passedOf } from "./run-text.tsx";
import type { CasesState, useTalk } from "./running.tsx";

interface ResultsProps {
  source: string;
  onSource: (source: string) => void;
  input: string;
  onInput: (input: string) => void;
  cases: readonly ShownCase[];
  settings: JudgeSettings;
  /** The content of a third tab. */
  earlier?: ReactNode;
  part: Part;
  onPart: (part: Part) => void;
  runs: CasesState;
  talk: ReturnType<typeof useTalk>;
  onLine: ToPlace;
}

export function Results(props: ResultsProps) {
  const { part, onPart, runs, talk, onLine, cases, settings, input, onInput, earlier } = props;
  const { diagnostics, compiled } = part === "input" ? talk.state : runs;
  // The case that fails comes first, and then the warnings.
  const isWell = runs.phase === "done" && passedOf(runs.results) === runs.results.length;
  const isAfter = part === "cases" && compiled && !isWell;
  const results = part === "input" ? [talk.state.result] : runs.results;
  const hasSentences = diagnostics.some(({ explanation }) => explanation !== undefined) ||
    results.some((one) => one?.sentence || one?.verdict === "wrong");
  const messages = (
    <Messages
      diagnostics={diagnostics}
      compiled={compiled}
      folded={isAfter || part === "input"}
      onLine={onLine}
      program={{
        source: props.source,
        language: languageOf(settings),
        onChange: props.onSource,
      }}
    />
  );
  return (
    <ResultTabs
      aside={hasSentences && <ExplainInSwitch />}
      hasCases={cases.length > 0}
      hasEarlier={earlier !== undefined}
      shown={part}
      onShow={onPart}
    >
      {part === "earlier" ? earlier : (
        <div className="space-y-3">
          {!isAfter && messages}
          {part === "cases"
            ? compiled && <Cases {...{ cases, settings, onLine }} state={runs} />
            : (
              <OwnInput
                input={input}
                onInput={onInput}
                state={talk.state}
                onType={talk.type}
                onEnd={talk.endInput}
                onLine={onLine}
              />
            )}
          {isAfter && messages}
        </div>
      )}
    </ResultTabs>
  );
}
