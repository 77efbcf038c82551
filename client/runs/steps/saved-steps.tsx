/** The program of a run, stepped through on the case that it fails, or on the question's first. */
import { useMemo } from "react";
import { visibleCases } from "../../../server/assignments/policy.ts";
import { runSettings } from "../../../server/languages/program_files.ts";
import type { Run } from "../../../server/runs/schema.ts";
import { useAssignment } from "../../assignments/use-assignment.tsx";
import { useOnWall } from "../../class-sessions/on-wall.tsx";
import { NotLoaded } from "../../kit/ui/page.tsx";
import type { ShownCase } from "../bench/case-detail.tsx";
import { useFailingAtFirst, useRun } from "../saved/attached-run.tsx";
import type { RunStep } from "./addresses.tsx";
import type { PointText } from "./link-targets.tsx";
import { findCase } from "./step-queries.tsx";
import StepThrough, { type StepProgram } from "./step-through.tsx";

interface StepsProps {
  runId: string;
  place?: RunStep;
  /** The texts that can point at a step. */
  texts?: readonly PointText[] | undefined;
  onClose: () => void;
}

export default function SavedSteps({ runId, place, texts, onClose }: StepsProps) {
  const { run, loading: loadingRun } = useRun(runId);
  const { program, loading: loadingCases } = useCasesOf(run, place);
  const wall = useOnWall(run, runId);
  const loading = run === undefined ? loadingRun : loadingCases;
  return (
    <StepThrough
      program={program}
      onClose={onClose}
      tools={wall.tool}
      onStand={wall.stand}
      links={texts && { runIdOf: () => runId, texts }}
      waiting={<NotLoaded loading={loading} label="Loading the program..." skeleton="h-72" />}
    />
  );
}

function useCasesOf(run: Run | undefined, place: RunStep | undefined) {
  const { assignment, loading } = useAssignment(run?.assignmentId);
  const failing = useFailingAtFirst(run);
  const program = useMemo((): StepProgram | null => {
    if (run === undefined || assignment === undefined) return null;
    const cases = visibleCases(assignment.testCases);
    const { source } = run;
    const settings = runSettings({ ...assignment, judge: run.settings });
    if (place !== undefined) return { source, settings, cases, ...beginAt(place, cases) };
    const at = (failing?.case ?? 1) - 1;
    return {
      source,
      settings,
      cases,
      input: cases.length === 0 ? "" : null,
      begin: cases.length === 0 ? null : Math.min(at, cases.length - 1),
    };
  }, [run, assignment, place, failing]);
  return { program, loading };
}

/** Where a link leads to, if the case is still the one at which it points. */
function beginAt(
  { step, given }: RunStep,
  cases: readonly ShownCase[],
): Pick<StepProgram, "input" | "begin" | "step" | "problem"> {
  if ("input" in given) return { input: given.input, begin: null, step };
  // Without any case there is an input to step through.
  const input = cases.length === 0 ? "" : null;
  const at = findCase(cases, given);
  if (at !== null) return { input, begin: at, step };
  const problem =
    `The question's case ${given.case} is another one since this link was made, or is gone.`;
  return { input, begin: cases.length === 0 ? null : 0, problem };
}
