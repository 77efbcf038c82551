/** The program of a run, stepped through on the case that it fails, or on the question's first. */
import { useAtomValue } from "jotai";
import { useCallback, useMemo } from "react";
import { visibleCases } from "../../../server/assignments/policy.ts";
import type { Run } from "../../../server/runs/schema.ts";
import { loadAssignment } from "../../assignments/actions.ts";
import { detailsAtom } from "../../assignments/state.ts";
import { useLoad } from "../../kit/data/query.ts";
import { LoadFailed, LoadingRegion } from "../../kit/ui/page.tsx";
import { failingCase, useRun } from "../kept/attached.tsx";
import StepThrough, { type Stepped } from "./step-through.tsx";

interface KeptProps {
  runId: string;
  onClose: () => void;
}

export default function KeptSteps({ runId, onClose }: KeptProps) {
  const { run, loading: loadingRun } = useRun(runId);
  const { program, loading: loadingCases } = useCasesOf(run);
  const loading = run === undefined ? loadingRun : loadingCases;
  return (
    <StepThrough
      program={program}
      onClose={onClose}
      waiting={loading.state === "failed"
        ? <LoadFailed loading={loading} />
        : (
          <LoadingRegion label="Loading the program...">
            <div className="skeleton h-72" />
          </LoadingRegion>
        )}
    />
  );
}

/** Loads the question's cases, once the run is known. */
function useCasesOf(run: Run | undefined) {
  const id = run?.assignmentId;
  const detail = useAtomValue(detailsAtom)[id ?? ""];
  const load = useCallback(async (signal: AbortSignal) => {
    if (id !== undefined) await loadAssignment(id, signal);
  }, [id]);
  const loading = useLoad(load, "Failed to load assignment details.", detail?.stale);
  const program = useMemo((): Stepped | null => {
    if (run === undefined || detail === undefined) return null;
    const cases = visibleCases(detail.assignment.testCases);
    const failing = (failingCase(run)?.case ?? 1) - 1;
    return {
      source: run.source,
      settings: run.settings,
      cases,
      input: cases.length === 0 ? "" : null,
      begin: cases.length === 0 ? null : Math.min(failing, cases.length - 1),
    };
  }, [run, detail]);
  return { program, loading };
}
