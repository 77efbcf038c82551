/** Wrong solutions of a question: each must fail one of its cases. They run in this browser. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import Play from "../../kit/ui/icon.tsx?play";
import Square from "../../kit/ui/icon.tsx?square";
import { WRONG_MOST, type WrongSolution } from "../../../server/assignments/cases/schema.ts";
import { languageOf } from "../../../server/languages/languages.ts";
import type { JudgeSettings, RunResult } from "../../../server/languages/types.ts";
import { type CaseRun, prepareWhenIdle, runCases } from "../../languages/sandbox.ts";
import { CodeField } from "../../kit/editor/code-field.tsx";
import type { Form } from "../../kit/forms/form.tsx";
import { Finding } from "../../runs/bench/finding.tsx";
import { CannotRun, ReadinessLine } from "../../runs/bench/readiness.tsx";
import { failureOf, whyNot } from "../../runs/bench/run-state.tsx";
import { formSettings, type QuestionValues } from "../write/question-values.tsx";
import { firstLanguage } from "./judge-settings.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface WrongRun {
  of: WrongSolution;
  isWell: boolean;
  sentence: string;
}

export default function WrongSolutions({ form }: { form: Form<QuestionValues> }) {
  const { wrongSolutions: all, testCases, judge: { languages } } = form.values;
  const settings = useMemo(() => firstLanguage(languages), [languages]);
  const { found, busy, sentence, run, stop } = useWrongRuns(form, settings);
  const change = (next: WrongSolution[]) => form.set("wrongSolutions", next);
  const add = useRef<HTMLButtonElement>(null);
  return (
    <>
      <p className="text-sm text-muted">
        Programs with typical mistakes. Students never see them. Each one must fail: where it
        passes, a case is missing.
      </p>
      <ul className="space-y-4">
        {all.map((one, at) => (
          <li key={at} className="space-y-2">
            <div className="h-48 overflow-hidden rounded-field border border-base-300">
              <CodeField
                label={`Wrong solution ${at + 1}`}
                language={languageOf(settings)}
                value={one.source}
                onChange={(source) => change(all.with(at, { ...one, source }))}
              />
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <label className="flex items-center gap-2 text-sm">
                Must fail
                <select
                  className="select select-sm w-auto"
                  aria-label={`What wrong solution ${at + 1} must fail`}
                  value={one.mustFail ?? ""}
                  onChange={({ target: { value } }) =>
                    change(all.with(at, {
                      source: one.source,
                      ...(value && { mustFail: Number(value) }),
                    }))}
                >
                  <option value="">any case</option>
                  {testCases.map((_, place) => (
                    <option key={place} value={place + 1}>{`case ${place + 1}`}</option>
                  ))}
                </select>
              </label>
              <Button
                className="btn-ghost btn-sm"
                aria-label={`Remove wrong solution ${at + 1}`}
                onClick={() => {
                  // The button goes with the program.
                  add.current?.focus();
                  change(all.toSpliced(at, 1));
                }}
              >
                Remove
              </Button>
            </div>
            {form.errors[`wrongSolutions.${at}.source`] && (
              <p role="alert" className="text-sm font-medium text-error">
                {form.errors[`wrongSolutions.${at}.source`]}
              </p>
            )}
            <Result found={found[at]} of={one} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          ref={add}
          aria-disabled={all.length >= WRONG_MOST || undefined}
          onClick={() => all.length < WRONG_MOST && change([...all, { source: "" }])}
        >
          Add a wrong solution
        </Button>
        {all.length > 0 && (
          <Button icon={busy ? Square : Play} onClick={busy ? stop : run}>
            {busy ? "Stop" : "Run the wrong solutions"}
          </Button>
        )}
        <p role="status" className="font-semibold">{sentence}</p>
      </div>
      {all.length > 0 && (
        <>
          <CannotRun settings={settings} onServer={false} />
          <ReadinessLine settings={settings} />
        </>
      )}
    </>
  );
}

function Result({ found, of }: { found: WrongRun | undefined; of: WrongSolution }) {
  // A result of an earlier text says nothing of this one.
  if (found?.of.source !== of.source || found.of.mustFail !== of.mustFail) return null;
  return <Finding isWell={found.isWell} className="text-sm font-semibold">{found.sentence}
  </Finding>;
}

function useWrongRuns({ values }: Form<QuestionValues>, language: JudgeSettings) {
  const [found, setFound] = useState<readonly WrongRun[]>([]);
  const [{ busy, sentence }, setState] = useState({ busy: false, sentence: "" });
  const current = useRef<CaseRun | null>(null);
  const stop = useCallback(() => current.current?.stop(), []);
  useEffect(() => stop, [stop]);
  const isUsed = values.wrongSolutions.length > 0;
  useEffect(() => isUsed ? prepareWhenIdle(undefined, language) : undefined, [isUsed, language]);
  async function run(): Promise<void> {
    const { wrongSolutions: all, testCases } = values;
    const settings = { ...formSettings(values), languages: [languageOf(language)] };
    if (testCases.length === 0) {
      return setState({ busy: false, sentence: "Add a test case first." });
    }
    setFound([]);
    const results: WrongRun[] = [];
    try {
      for (const [at, of] of all.entries()) {
        setState({ busy: true, sentence: `Running wrong solution ${at + 1} of ${all.length}…` });
        const problem = whyNot(of.source);
        if (problem !== null) results.push({ of, isWell: false, sentence: problem });
        else {
          const mine = runCases({ source: of.source, settings, cases: testCases }, {});
          current.current = mine;
          results.push({ of, ...findingOf(await mine.done, of.mustFail) });
        }
        setFound([...results]);
      }
      const well = results.filter(({ isWell }) => isWell).length;
      setState({ busy: false, sentence: `${well} of ${all.length} fail as they should.` });
    } catch (error) {
      setState({ busy: false, sentence: failureOf(error).problem ?? "" });
    }
  }
  return { found, busy, sentence, run, stop };
}

/** @param mustFail the number of a case; without it, any case may be the one that fails */
function findingOf(
  { compiled, cases }: RunResult,
  mustFail: number | undefined,
): Pick<WrongRun, "isWell" | "sentence"> {
  if (!compiled) return { isWell: false, sentence: "It does not compile, so it shows nothing." };
  const failed = cases.flatMap(({ verdict }, at) => verdict === "passed" ? [] : [at + 1]);
  const sentence = failed.length === 0
    ? "It passes all cases"
    : `It fails case ${new Intl.ListFormat("en").format(failed.map(String))}`;
  if (mustFail === undefined) {
    return failed.length > 0
      ? { isWell: true, sentence: `${sentence}.` }
      : { isWell: false, sentence: `${sentence}: add one that it fails.` };
  }
  if (mustFail > cases.length) {
    return { isWell: false, sentence: `${sentence}; there is no case ${mustFail}.` };
  }
  return failed.includes(mustFail) ? { isWell: true, sentence: `${sentence}.` } : {
    isWell: false,
    sentence: `${sentence}, and passes case ${mustFail}, which it should fail.`,
  };
}
