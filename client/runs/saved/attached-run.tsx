/** A program attached to an entry: its result, the lines that matter, the case it fails. */
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback, useMemo, useRef } from "react";
import { visibleCases } from "../../../server/assignments/policy.ts";
import { resultOf } from "../../../server/runs/policy.ts";
import { languageOf } from "../../../server/languages/languages.ts";
import type { Run } from "../../../server/runs/schema.ts";
import { useAssignment } from "../../assignments/use-assignment.tsx";
import { useLoad } from "../../kit/data/query.ts";
import { bringIntoView } from "../../kit/focus/scroll.ts";
import { ExplainInSwitch } from "../../kit/ui/explanation.tsx";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { loadRun } from "../actions.ts";
import { nameOfCase } from "../../../server/languages/calls.ts";
import { CaseDetail } from "../bench/case-detail.tsx";
import { named } from "../bench/frame.tsx";
import { type GoToLine, Messages } from "../bench/messages.tsx";
import ProgramLines, { type ProgramLinesProps } from "./program-lines.tsx";
import { knownRunsAtom } from "../state.ts";
import { RunBadge } from "./verification.tsx";

/** At most so many lines of messages are unfolded. */
const MESSAGES_MOST = 10;

/** @param id undefined loads nothing */
export function useRun(id: string | undefined, otherwise = "Failed to fetch the program.") {
  const known = useAtomValue(knownRunsAtom)[id ?? ""];
  const load = id === undefined ? null : loadRun;
  return { run: known?.run, loading: useLoad(load, otherwise, known?.stale, id ?? "") };
}

function failingLines(run: Run): NonNullable<ProgramLinesProps["marks"]> {
  const errors = run.diagnostics.filter(({ severity }) => severity === "error");
  const diagnostics = run.verdict === "does not compile" ? errors : run.diagnostics;
  const marks = diagnostics.filter(({ line, severity }) => line > 0 && severity !== "note")
    .slice(0, MESSAGES_MOST).map(({ line, severity }) => ({ line, severity }));
  const crash = failingCase(run)?.line ?? null;
  return crash === null ? marks : [...marks, { line: crash, severity: "error" as const }];
}

const failingCase = ({ cases }: Pick<Run, "cases">) =>
  cases.find(({ verdict }) => verdict !== "passed");

/** The first case that did not pass when the run came. It stays when the run is verified. */
export function useFailingAtFirst(run: Run | undefined) {
  const first = useRef<{ failing: ReturnType<typeof failingCase> }>(undefined);
  if (run !== undefined) first.current ??= { failing: failingCase(run) };
  return first.current?.failing;
}

interface AttachedProps extends Pick<ProgramLinesProps, "below" | "onLine" | "chosen"> {
  id: string;
  /** What it is attached to, such as "entry 3": it is in the accessible names. */
  of: string;
  /** More lines that matter, such as those with comments. */
  matters?: readonly number[];
  tools?: ReactNode;
}

const NONE: readonly number[] = [];

export default function AttachedRun({ id, of, tools, matters = NONE, ...lines }: AttachedProps) {
  const { run, loading } = useRun(id);
  const place = useRef<HTMLDivElement>(null);
  const marks = useMemo(() => run ? failingLines(run) : [], [run]);
  const shown = useMemo(() => [...matters, ...marks.map(({ line }) => line)], [matters, marks]);
  const onLine = useCallback((line: number) => {
    bringIntoView(place.current?.querySelector(`[data-line="${line}"]`) ?? null, "center");
  }, []);
  if (run === undefined) {
    return <NotLoaded loading={loading} label="Loading the program..." skeleton="h-48" />;
  }
  return (
    <div ref={place} className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Result run={run} />
        {tools}
        {(run.diagnostics.length > 0 || failingCase(run)) && <ExplainInSwitch />}
      </div>
      <ProgramLines
        label={named("The program", of)}
        source={run.source}
        language={languageOf(run.settings)}
        marks={marks}
        matters={shown}
        {...lines}
      />
      <FailingRun run={run} of={of} onLine={onLine} />
      <Messages
        diagnostics={run.diagnostics}
        label={named("Errors and warnings", of)}
        compiled={run.verdict !== "does not compile"}
        folded={failingCase(run) !== undefined}
        onLine={onLine}
      />
    </div>
  );
}

function Result({ run }: { run: Run }) {
  const isRun = run.verdict !== null && run.verdict !== "does not compile" && run.total > 0;
  return (
    <p className="flex flex-wrap items-center gap-2">
      <strong>Program</strong>
      {isRun
        ? <RunBadge run={run} />
        : (
          <span className="badge badge-warning h-auto py-0.5 font-semibold">
            {run.verdict === null
              ? "not run yet"
              : run.verdict === "does not compile"
              ? run.verdict
              : "not run on cases"}
          </span>
        )}
    </p>
  );
}

/** The first case that a saved program fails; nothing until it is loaded. */
export function FailingCase({ id, of }: Pick<AttachedProps, "id" | "of">) {
  const { run } = useRun(id);
  const onLine = useCallback((line: number) => {
    bringIntoView(document.querySelector(`[data-response] [data-line="${line}"]`), "center");
  }, []);
  return run && <FailingRun run={run} of={of} onLine={onLine} />;
}

function FailingRun({ run, of, onLine }: { run: Run; of: string; onLine: GoToLine }) {
  const { assignmentId, settings } = run;
  const failing = failingCase(run);
  const { assignment, loading } = useAssignment(failing && assignmentId);
  if (failing === undefined) return null;
  const name = nameOfCase(failing.case - 1);
  if (assignment === undefined) {
    return <NotLoaded loading={loading} label="Loading the case..." skeleton="h-32" />;
  }
  const cases = visibleCases(assignment.testCases);
  const one = cases[failing.case - 1];
  const result = resultOf(run)?.cases[run.cases.indexOf(failing)];
  return (
    <section
      aria-label={named(`${name} fails`, of)}
      className="rounded-field border border-base-300"
    >
      <p className="px-3 py-2 font-semibold text-error">{name}: {failing.verdict}</p>
      {one === undefined || cases.length !== run.cases.length
        ? (
          <p className="border-t border-base-300 px-3 py-2 text-muted">
            The question's cases have changed since this run.
          </p>
        )
        : <CaseDetail one={one} result={result} settings={settings} onLine={onLine} of={of} />}
    </section>
  );
}
