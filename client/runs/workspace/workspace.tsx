/** The workspace of a learner on a question's page. */
import { useAtom, useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { withoutLastEnd } from "../../../server/languages/texts.ts";
import { type Language, languageOf, languagesOf } from "../../../server/languages/languages.ts";
import { runSettings } from "../../../server/languages/program_files.ts";
import type { RunResult } from "../../../server/languages/types.ts";
import { noteTried, useTrial } from "../../comments/drafts/state.ts";
import { prepareWhenIdle } from "../../languages/sandbox.ts";
import { useIsActive } from "../../kit/focus/user-activity.ts";
import { draftKey, readDraft, useDraft } from "../../kit/forms/draft.ts";
import { enqueueRun, keptRunOf, loadNewestRun } from "../actions.ts";
import { Bench } from "../bench/bench.tsx";
import { intoDraft, type LinkTargets } from "../steps/link-targets.tsx";
import { Earlier } from "../saved/earlier-runs.tsx";
import { StuckLine, useStuck } from "./stuck.tsx";
import { HandIn, hasPassedAll } from "./hand-in.tsx";
import { Tools, useFontSize } from "./tools.tsx";
import { keptAtom, type KeptProgram, useProgram } from "../bench/program.tsx";
import { useServerRun } from "./server-run.tsx";
import TrialBar from "../../comments/trial-bar.tsx";
import { meAtom } from "../../kit/net/session.ts";

interface WorkspaceProps {
  assignment: Assignment;
  /** Opens the form of a doubt. */
  onAsk: () => void;
  /** The workspace fills the window. */
  isWhole: boolean;
  onWhole: () => void;
}

export default function Workspace(props: WorkspaceProps) {
  const { assignment, onAsk, isWhole, onWhole } = props;
  const { _id: id, testCases, judge } = assignment;
  const lastRun = useKeptProgram(assignment);
  const { source, setSource, starter, language, setLanguage } = useProgram(assignment);
  const settings = useMemo(() => runSettings(assignment, language), [assignment, language]);
  const [input, setInput] = useDraft(
    draftKey("program-input", id),
    withoutLastEnd(testCases[0]?.input ?? ""),
  );
  const [looked, setLooked] = useState<{ source: string; result: RunResult } | null>(null);
  const server = useServerRun(assignment, language, setLooked);
  const size = useFontSize();
  const isActive = useIsActive();
  const trial = useTrial(id);
  useEffect(() => {
    if (trial?.isNew) noteTried(id);
  }, [id, trial?.isNew]);
  useEffect(
    () => isActive && !settings.isIncomplete ? prepareWhenIdle(source, settings) : undefined,
    // Once for a question and language: while the student reads. Nothing large is downloaded for nobody.
    [id, isActive, language],
  );
  const pointing = useAsking(id, language, onAsk);
  const stuck = useStuck(id, source);
  return (
    <Bench
      key={language}
      program={{
        label: "Your program",
        source,
        onSource: setSource,
        fontSize: size.text,
      }}
      input={input}
      onInput={setInput}
      cases={testCases}
      settings={settings}
      runs={{
        runNow: trial?.isNew ? trial.proposalId : undefined,
        onResult(ran, result) {
          enqueueRun({ assignmentId: id, source: ran, settings, result });
          stuck.note(result);
        },
        otherResult: looked,
        server,
      }}
      stepping={{ links: pointing }}
      layout={isWhole ? "beside" : "below"}
      extra={{
        isDone: (state) => hasPassedAll(state, source),
        above: (state, openSteps) =>
          stuck.isShown && state.phase === "done" && (
            <StuckLine
              {...{ assignment, onAsk }}
              failing={state.results.findIndex((one) => one?.verdict !== "passed")}
              onStep={state.compiled ? openSteps : null}
              onPutAway={stuck.putAway}
            />
          ),
        after: (state) => <HandIn {...{ assignment, source, language, state }} />,
        earlier: <Earlier assignmentId={id} onTake={setSource} onShow={setLooked} />,
      }}
      tools={
        <>
          <Tools
            settings={settings}
            languages={languagesOf(judge)}
            onLanguage={setLanguage}
            size={size}
            canReset={source !== starter}
            onReset={() => setSource(starter)}
            isWhole={isWhole}
            onWhole={onWhole}
            keptAt={lastRun && source === lastRun.source && source !== starter
              ? lastRun.ranAt
              : null}
          />
          {trial !== null && <TrialBar assignmentId={id} trial={trial} />}
        </>
      }
    />
  );
}

/** Steps are pointed at in a new doubt. */
function useAsking(id: string, language: Language, onAsk: () => void): LinkTargets {
  const latest = useLatest(onAsk);
  return useMemo(() => {
    const text = intoDraft({ form: "raise", subject: id, field: "doubtText" });
    const ask: typeof text = {
      ...text,
      name: () => "Ask about this step",
      put(link, at) {
        text.put(link, at);
        // The dialog of the steps gives the focus back first.
        setTimeout(() => latest.current());
      },
    };
    return { runIdOf: (source) => keptRunOf(id, { source, language }), texts: [ask] };
  }, [id, language]);
}

/** The newest run, fetched if this browser had no draft when the workspace opened. */
function useKeptProgram({ _id: id, lastRun }: Assignment): KeptProgram | undefined {
  const me = useAtomValue(meAtom)?._id;
  const [all, setAll] = useAtom(keptAtom);
  const hasDraft = useCallback(() => readDraft(draftKey("program", id)) !== null, [id]);
  const [isWanted] = useState(() => lastRun !== undefined && !hasDraft());
  useEffect(() => {
    if (!isWanted || me === undefined) return;
    const stop = new AbortController();
    loadNewestRun(id, me, stop.signal).then((newest) => {
      // Somebody who types already keeps their text.
      if (newest === undefined || stop.signal.aborted || hasDraft()) return;
      const { source, ranAt, settings } = newest;
      const language = languageOf(settings);
      setAll((now) => ({ ...now, [id]: { source, ranAt, language } }));
      // Without a connection there is only what this browser has.
    }, () => {});
    return () => stop.abort();
  }, [id, me, isWanted, hasDraft, setAll]);
  return all[id];
}
