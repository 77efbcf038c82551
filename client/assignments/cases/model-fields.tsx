/** The model solution: it runs on the cases in this browser, and fills in a case's output. */
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import Play from "../../kit/ui/icon.tsx?play";
import Square from "../../kit/ui/icon.tsx?square";
import { CASE_TEXT_MOST } from "../../../server/assignments/cases/schema.ts";
import { givenText } from "../../../server/languages/calls.ts";
import { inLanguage, languageOf, languages } from "../../../server/languages/languages.ts";
import type { Diagnostic } from "../../../server/languages/types.ts";
import { type CaseRun, engineOf, prepareWhenIdle, runCases } from "../../languages/sandbox.ts";
import { CodeField } from "../../kit/editor/code-field.tsx";
import type { Form } from "../../kit/forms/form.tsx";
import { ProgramFiles, useFiles } from "../../runs/bench/program-files.tsx";
import { QuickFixes } from "../../runs/bench/quick-fixes.tsx";
import { Messages } from "../../runs/bench/messages.tsx";
import { CannotRun, ReadinessLine, useStepText } from "../../runs/bench/readiness.tsx";
import { failureOf, whyNot } from "../../runs/bench/run-state.tsx";
import { formSettings, type QuestionValues, toTestCase } from "../write/question-values.tsx";
import { firstLanguage } from "./judge-settings.tsx";
import type { ModelResult, ModelRun } from "./model-runs.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { plural } from "../../kit/ui/plural.ts";

interface ModelProps {
  form: Form<QuestionValues>;
  /** Called with all results so far, after each case. */
  onChecked: (checked: ModelResult) => void;
}

interface State {
  phase: "idle" | "compiling" | "running" | "ended";
  sentence: string;
  /** The program that the messages are about. */
  source: string;
  diagnostics: readonly Diagnostic[];
}

const IDLE: State = { phase: "idle", sentence: "", source: "", diagnostics: [] };
const NO_CASES = "Add a test case, or type the input or call of one, first.";
const BAD_SETTINGS = "Correct the numbers in “Running programs” first.";

export default function ModelFields({ form, onChecked }: ModelProps) {
  const { model, judge } = form.values;
  const settings = useMemo(() => firstLanguage(judge.languages), [judge.languages]);
  const language = languageOf(settings);
  const files = useFiles();
  const { state, run, stop } = useModelRun(form, onChecked);
  const isBusy = state.phase === "compiling" || state.phase === "running";
  const { state: ready } = useAtomValue(engineOf(settings).readiness);
  const stepText = useStepText(settings);
  const keys = useMemo(() => [{ key: "Mod-Enter", run }], [run]);
  const isFresh = state.source === model;
  return (
    <>
      <p className="text-sm text-muted">
        A program in {languages[language].name}{" "}
        that solves the question. It stays with the question, and students never see it. It runs on
        the test cases, and fills in the output of the case that you are typing.
      </p>
      <div className="h-80 overflow-hidden rounded-field border border-base-300">
        <ProgramFiles settings={formSettings(form.values)} files={files}>
          <CodeField
            label="Model solution"
            language={language}
            value={model}
            onChange={(source) => form.set("model", source)}
            marks={isFresh ? state.diagnostics : NONE}
            keys={keys}
            control={files.control}
          />
        </ProgramFiles>
      </div>
      {form.errors.model && (
        <p role="alert" className="text-sm font-medium text-error">{form.errors.model}</p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          icon={isBusy ? Square : Play}
          disabled={ready === "unsupported"}
          onClick={isBusy ? stop : run}
        >
          {isBusy ? "Stop" : "Run the model"}
        </Button>
        <p role="status" className="font-semibold">
          {state.phase === "compiling" ? stepText : isBusy || isFresh ? state.sentence : ""}
        </p>
      </div>
      <CannotRun settings={settings} onServer={false} />
      <ReadinessLine settings={settings} />
      {isFresh && state.diagnostics.length > 0 && (
        <Messages
          diagnostics={state.diagnostics}
          compiled={state.diagnostics.every(({ severity }) => severity !== "error")}
          label="Errors and warnings of the model"
          folded
          onLine={files.reveal}
          quickFixes={(message) => (
            <QuickFixes
              of={message}
              program={{ source: model, language, onChange: (source) => form.set("model", source) }}
              onLine={files.reveal}
            />
          )}
        />
      )}
    </>
  );
}

const NONE: readonly Diagnostic[] = [];

function useModelRun(form: Form<QuestionValues>, onChecked: ModelProps["onChecked"]) {
  const [state, setState] = useState(IDLE);
  const current = useRef<CaseRun | null>(null);
  const latest = useLatest(form);
  const stop = useCallback(() => current.current?.stop(), []);
  useEffect(() => stop, [stop]);
  const hasModel = form.values.model !== "";
  const taken = form.values.judge.languages;
  useEffect(
    () => hasModel ? prepareWhenIdle(undefined, firstLanguage(taken)) : undefined,
    [hasModel, taken],
  );
  const run = useCallback(async () => {
    const { model: source, testCases, nextCase } = latest.current.values;
    const all = formSettings(latest.current.values);
    const settings = inLanguage(all, languageOf(all));
    const typed = nextCase.input.trim() === "" ? [] : [toTestCase(nextCase)];
    const cases = [...testCases, ...typed];
    const problem = whyNot(source) ?? (cases.length === 0 ? NO_CASES : null) ??
      (Object.values(settings).some(Number.isNaN) ? BAD_SETTINGS : null);
    if (problem !== null) return setState({ ...IDLE, phase: "ended", sentence: problem, source });
    const runs: ModelRun[] = [];
    const isFilled = () => typed.length > 0 && fillIn(latest.current, runs.at(-1));
    const next = (place: number): Pick<State, "phase" | "sentence"> => ({
      phase: "running",
      sentence: `Running case ${place + 1} of ${cases.length}…`,
    });
    setState({ ...IDLE, phase: "compiling", source });
    const mine = runCases({ source, settings, cases }, {
      onCompiled: (diagnostics) => setState((now) => ({ ...now, ...next(0), diagnostics })),
      onCase: (place, { verdict, sentence, ms }, text) => {
        const isLong = text.length > CASE_TEXT_MOST;
        const isWell = (verdict === "passed" || verdict === "wrong") && !isLong;
        runs.push({
          given: cases[place]!,
          // At its end, spaces count only in an exact comparison.
          output: isWell ? (settings.comparison === "exact" ? text : text.trimEnd()) : null,
          sentence: isLong ? TOO_LONG : sentence,
          verdict,
          ms,
        });
        onChecked({ source, settings: all, runs: [...runs] });
        if (place + 1 < cases.length) setState((now) => ({ ...now, ...next(place + 1) }));
      },
    });
    current.current = mine;
    let sentence: string;
    try {
      const { compiled, diagnostics, cases: results } = await mine.done;
      const passed = results.slice(0, testCases.length)
        .filter(({ verdict }) => verdict === "passed").length;
      sentence = !compiled ? sayBroken(diagnostics) : [
        testCases.length > 0 &&
        `The model passes ${passed} of ${plural(testCases.length, "case")}.`,
        isFilled() && "The output of the new case is filled in.",
      ].filter(Boolean).join(" ") || "The model has run.";
    } catch (error) {
      sentence = failureOf(error).problem;
    }
    if (current.current === mine) setState((now) => ({ ...now, phase: "ended", sentence }));
  }, [onChecked]);
  return { state, run, stop };
}

function sayBroken(diagnostics: readonly Diagnostic[]): string {
  const file = diagnostics.find(({ severity }) => severity === "error")?.file;
  return file ? `${file} does not compile with the model.` : "The model does not compile.";
}

const TOO_LONG = `It prints more than ${CASE_TEXT_MOST} characters.`;

/** Fills in the output of the case that is being typed, if it is still blank. */
function fillIn({ values, set }: Form<QuestionValues>, run: ModelRun | undefined): boolean {
  const { nextCase } = values;
  const output = run?.output ?? "";
  const isOther = !run || givenText(run.given) !== givenText(toTestCase(nextCase));
  if (output === "" || isOther || nextCase.output.trim() !== "") return false;
  set("nextCase", { ...nextCase, output });
  return true;
}
