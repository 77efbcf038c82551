/** The bench: an editor, the buttons that run the program, and what came of it. */
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import ArrowLeftRight from "../../kit/ui/icon.tsx?arrow-left-right";
import Play from "../../kit/ui/icon.tsx?play";
import Square from "../../kit/ui/icon.tsx?square";
import SquareTerminal from "../../kit/ui/icon.tsx?square-terminal";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { areCalls } from "../../../server/languages/calls.ts";
import type { Diagnostic, RunSettings } from "../../../server/languages/types.ts";
import { standardInput } from "../../../server/languages/texts.ts";
import { languageOf } from "../../../server/languages/languages.ts";
import { engineOf } from "../../languages/sandbox.ts";
import { bringIntoView } from "../../kit/focus/scroll.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { CodeField } from "../../kit/editor/code-field.tsx";
import type { CodeFieldProps } from "../../kit/editor/code-props.ts";
import { SIDE_BY_SIDE } from "../../kit/layout/media.ts";
import { BenchFrame } from "./bench-frame.tsx";
import type { BenchProps, EditedProgram, Runs, StepOptions } from "./bench-props.tsx";
import { CannotRun, ReadinessLine } from "./readiness.tsx";
import { ProgramFiles, useFiles } from "./program-files.tsx";
import { type Part, Results } from "./results.tsx";
import { useRunText } from "./run-text.tsx";
import {
  type CasesState,
  isBusy,
  mayServerDoBetter,
  ownCallFault,
  type Phase,
  useCases,
  useTalk,
} from "./run-state.tsx";
import type { Along } from "../steps/along.tsx";
import { StepButton } from "../steps/step-button.tsx";
import StepThrough, { type StepProgram } from "../steps/step-through.tsx";
import { Button } from "../../kit/ui/button.tsx";

const NONE: Runs & StepOptions = {};
const RUN_ON_SERVER = "Run the cases on the server";

export function Bench(props: BenchProps) {
  const { program, cases, settings, layout, extra, stepping = NONE, runs: asked = NONE } = props;
  const { server } = asked;
  const hasCases = cases.length > 0;
  const files = useFiles();
  const canRun = useCanRun(settings);
  const { part, setPart, runs, talk, run } = useRuns(props, canRun);
  const isCases = part !== "input";
  const busy = isBusy(runs.state) ? runs : isBusy(talk.state) ? talk : null;
  useEffect(() => {
    if (program.edits) files.reveal(runs.state.diagnostics[0]?.line ?? 1);
  }, [program.edits]);
  const steps = useStepping(props, { isCases, canRun, runs, talk });
  const keys = useRunKeys({ ...run, step: steps.openShown });
  const latest = (isCases ? runs : talk).state;
  const isOffered = canRun && isCases && isServerOffered(asked, runs.state);
  const runText = useRunText(props, { isCases, isOffered, runs: runs.state, talk: talk.state });
  const bar = useInView(latest.phase, part);
  const isEnd = extra?.isDone(runs.state) === true;
  const after = extra?.after(runs.state);
  return (
    <BenchFrame
      layout={layout}
      tools={props.tools}
      editor={<Editor {...{ program, settings, files, keys }} marks={latest.diagnostics} />}
      bar={
        <div ref={bar}>
          <div className="flex min-h-14 flex-wrap items-center gap-2 border-y border-base-300 bg-base-100 px-3 py-2">
            {hasCases && (
              <Button
                icon={Play}
                className={isEnd ? "" : "btn-primary"}
                title="Ctrl + Enter"
                onClick={run.cases}
              >
                {!canRun && server ? RUN_ON_SERVER : "Run the cases"}
              </Button>
            )}
            {canRun && (
              <Button
                icon={SquareTerminal}
                className={`max-sm:px-3 ${hasCases ? "" : "btn-primary"}`}
                title="Ctrl + '"
                onClick={run.input}
              >
                <span className="max-sm:sr-only">Run with my input</span>
              </Button>
            )}
            {isOffered && (
              <Button onClick={() => server?.run(program.source)}>{RUN_ON_SERVER}</Button>
            )}
            {canRun && <StepButton title="Ctrl + ," onClick={steps.openShown} />}
            {busy && (
              <Button onClick={busy.stop}>
                <Square aria-hidden className="size-4 fill-current text-error" /> Stop
              </Button>
            )}
            {layout && <OtherPage />}
            <p role="status" className="min-w-0 font-semibold">{server?.text ?? runText}</p>
          </div>
          {canRun && <StepAlong along={stepping.along} onOpen={steps.openShown} />}
        </div>
      }
      note={<ReadinessLine settings={settings} />}
    >
      <CannotRun settings={settings} onServer={server !== undefined && hasCases} />
      {isEnd && after}
      {extra?.above(runs.state, steps.openShown)}
      <Results
        {...{ part, talk }}
        of={props}
        onPart={setPart}
        runs={runs.state}
        onLine={files.reveal}
      />
      {!isEnd && after}
      {steps.dialog}
    </BenchFrame>
  );
}

/** The runs on the cases and on the person's own input, and which of both is shown. */
function useRuns(props: BenchProps, canRun: boolean) {
  const { program: { source }, input, cases, settings, runs: asked = NONE } = props;
  const { server, begin, otherResult: shown } = asked;
  const [part, setPart] = useState<Part>(begin ?? (cases.length > 0 ? "cases" : "input"));
  const runs = useCases(cases, settings);
  const talk = useTalk(settings);
  useEffect(() => {
    if (!shown) return;
    runs.show(shown.source, shown.result);
    setPart("cases");
  }, [shown, runs.show]);
  async function runCases() {
    if (cases.length === 0) return runOwn();
    setPart("cases");
    talk.stop();
    if (!canRun && server) return server.run(source);
    const result = await runs.run(source);
    if (result !== null) asked.onResult?.(source, result);
  }
  function runOwn() {
    setPart("input");
    runs.stop();
    void talk.run(source, areCalls(cases) ? { call: input } : { input: standardInput(input) });
  }
  const run = { cases: () => void runCases(), input: runOwn };
  useAskedRuns(asked, { ...run, input: () => canRun && runOwn() });
  return { part, setPart, runs, talk, run };
}

interface EditorProps {
  program: EditedProgram;
  settings: RunSettings;
  files: ReturnType<typeof useFiles>;
  keys: CodeFieldProps["keys"];
  marks: readonly Diagnostic[];
}

/** The editor of the program, and beside it the files that are given with the question. */
function Editor({ program, settings, files, ...rest }: EditorProps) {
  const { label, source, onSource, fontSize, shared } = program;
  return (
    <ProgramFiles settings={settings} files={files} fontSize={fontSize}>
      <CodeField
        {...rest}
        {...{ label, fontSize, shared }}
        language={languageOf(settings)}
        value={source}
        onChange={onSource}
        control={files.control}
      />
    </ProgramFiles>
  );
}

const isServerOffered = ({ server, otherResult: shown }: Runs, state: CasesState): boolean =>
  server !== undefined && state.result !== shown?.result && mayServerDoBetter(state);

function useCanRun(settings: RunSettings): boolean {
  const { state } = useAtomValue(engineOf(settings).readiness);
  return state !== "unsupported" && state !== "failed" && !settings.isIncomplete;
}

/** Runs what was asked for before the bench was there, and the cases when `runNow` changes. */
function useAskedRuns(
  { begin, runNow }: Runs,
  run: { cases: () => void; input: () => void },
): void {
  useEffect(() => {
    if (begin) run[begin]();
    // Once, for what was asked before the bench was there.
  }, []);
  const ranFor = useRef(begin && runNow);
  useEffect(() => {
    const isAsked = runNow !== undefined && runNow !== ranFor.current;
    ranFor.current = runNow;
    if (isAsked) run.cases();
  }, [runNow]);
}

/** Brings the results into view when a run begins, and when it ends if nobody has scrolled. */
function useInView(phase: Phase, part: Part) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Another tab begins at its top.
    bar.current?.closest(".bench")?.lastElementChild?.scrollTo(0, 0);
  }, [part]);
  const hasScrolled = useRef(false);
  useEffect(() => {
    const note = () => hasScrolled.current = true;
    const signs = ["touchmove", "wheel"];
    for (const sign of signs) addEventListener(sign, note, { passive: true });
    return () => signs.forEach((sign) => removeEventListener(sign, note));
  }, []);
  useEffect(() => {
    if (phase === "compiling") hasScrolled.current = false;
    const isEnd = phase === "done" || phase === "failed";
    if (matchMedia(SIDE_BY_SIDE).matches || !(phase === "compiling" || isEnd)) return;
    const results = bar.current?.closest(".bench")?.lastElementChild;
    if (!hasScrolled.current) bringIntoView(results ?? bar.current, results ? "nearest" : "start");
  }, [phase]);
  return bar;
}

/** Where the editor and the results are beside each other: what a swipe does, as a button. */
function OtherPage() {
  return (
    <IconButton
      icon={ArrowLeftRight}
      name="Program or results"
      className="lg:hidden"
      onClick={({ currentTarget }) => {
        const bench = currentTarget.closest(".bench");
        const [program, results] = bench?.querySelectorAll(".bench-page") ?? [];
        bringIntoView((bench?.scrollLeft ? program : results) ?? null, "nearest");
      }}
    />
  );
}

interface BenchState {
  isCases: boolean;
  canRun: boolean;
  runs: ReturnType<typeof useCases>;
  talk: ReturnType<typeof useTalk>;
}

/** Steps through the program as it is when it is opened; what runs then is stopped. */
function useStepping(
  { program: { source }, settings, cases, input, stepping = NONE }: BenchProps,
  { isCases, canRun, runs, talk }: BenchState,
) {
  const [program, setProgram] = useState<StepProgram | null>(null);
  const isCall = areCalls(cases);
  const isFaulty = isCall && ownCallFault(input, settings) !== null;
  /** @param begin the place of the case; null for the person's own input */
  function open(begin: number | null) {
    if (!canRun) return;
    runs.stop();
    talk.stop();
    // The lines that were typed to the last run come again, unless it began with another input.
    const own = isCall ? input : standardInput(input);
    const typed = talk.state.input === own ? talk.state.typed : "";
    setProgram({ source, settings, cases, input: isFaulty ? null : own + typed, begin });
  }
  /** Opens what is shown: their own input, or the first case that fails. */
  function openShown() {
    const failing = runs.state.results.findIndex((one) => one && one.verdict !== "passed");
    open((isCases || isFaulty) && cases.length > 0 ? Math.max(0, failing) : null);
  }
  useEffect(() => {
    if (stepping.isOpen) openShown();
    // Once, for what was asked before the bench was there.
  }, []);
  const dialog = program && (
    <StepThrough
      program={program}
      links={stepping.links}
      along={stepping.along}
      onClose={() => setProgram(null)}
    />
  );
  return { openShown, dialog };
}

/** The keys, on the whole screen and in the editor. */
function useRunKeys(runs: { cases: () => void; input: () => void; step: () => void }) {
  const latest = useLatest(runs);
  useShortcuts([
    { keys: ["Ctrl+Enter"], name: "Run the cases", run: runs.cases },
    { keys: ["Ctrl+'"], name: "Run with my input", run: runs.input },
    { keys: ["Ctrl+,"], name: "Step through the program", run: runs.step },
  ]);
  const [keys] = useState(() => [
    { key: "Mod-Enter", run: () => latest.current.cases() },
    { key: "Mod-'", run: () => latest.current.input() },
    { key: "Mod-,", run: () => latest.current.step() },
    // The text is kept as it is typed, and nobody wants to save the page.
    { key: "Mod-s", run: () => {} },
  ]);
  return keys;
}

/** That the other steps through the program, and the button that goes along. */
function StepAlong({ along, onOpen }: { along: Along | undefined; onOpen: () => void }) {
  return along && (
    <p role="status" className="empty:hidden">
      {along.other !== null && (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
          {along.name} steps through the program.
          <Button className="btn-sm" onClick={onOpen}>Step along</Button>
        </span>
      )}
    </p>
  );
}
