/** The tabs below the editor: the cases or the own input, with the compiler's messages. */
import { areCalls } from "../../../server/languages/calls.ts";
import { languageOf } from "../../../server/languages/languages.ts";
import { ExplainInSwitch } from "../../kit/ui/explanation.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import type { BenchProps } from "./bench-props.tsx";
import { Cases } from "./cases.tsx";
import { QuickFixes } from "./quick-fixes.tsx";
import { type GoToLine, Messages } from "./messages.tsx";
import { OwnInput } from "./own-input.tsx";
import { passedOf } from "./run-text.tsx";
import type { CasesState, useTalk } from "./run-state.tsx";

export type Part = "cases" | "input" | "earlier";

interface ResultsProps {
  of: BenchProps;
  part: Part;
  onPart: (part: Part) => void;
  runs: CasesState;
  talk: ReturnType<typeof useTalk>;
  onLine: GoToLine;
}

export function Results(props: ResultsProps) {
  const { part, onPart, runs, talk, onLine } = props;
  const { program: { source, onSource }, cases, settings, input, onInput, extra } = props.of;
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
      quickFixes={(message) => (
        <QuickFixes
          of={message}
          program={{ source, language: languageOf(settings), onChange: onSource }}
          onLine={onLine}
        />
      )}
    />
  );
  return (
    <Tabs
      dense
      label="Results"
      tabs={[
        ...cases.length > 0 ? [{ id: "cases" as const, name: "Cases" }] : [],
        { id: "input", name: "My input" },
        ...extra ? [{ id: "earlier" as const, name: "Earlier runs" }] : [],
      ]}
      aside={hasSentences && <ExplainInSwitch />}
      current={part}
      onShow={onPart}
    >
      {part === "earlier" ? extra?.earlier : (
        <div className="space-y-3">
          {!isAfter && messages}
          {part === "cases"
            ? compiled && <Cases {...{ cases, settings, onLine }} state={runs} />
            : (
              <OwnInput
                isCall={areCalls(cases)}
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
    </Tabs>
  );
}
