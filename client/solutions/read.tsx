/** A solution to be read: for a learner who has given up, and for staff beside the question. */
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback } from "react";
import type { Solution } from "../../server/solutions/schema.ts";
import { useLoad } from "../kit/load.ts";
import { Markup } from "../kit/markup.tsx";
import { LoadFailed, Waiting } from "../kit/page.tsx";
import { loadSolution } from "./actions.ts";
import { solutionsAtom } from "./state.ts";

/** What is said instead of a solution. */
const elsewhere = {
  hidden: "Solution is hidden by the admin.",
  missing: "No solution available for this assignment.",
};

interface ReadProps {
  assignmentId: string;
  /** What is said where the screen has words of its own. */
  texts?: { hidden: string; missing: string };
  /** What goes below a solution that is there. */
  after?: (solution: Solution) => ReactNode;
}

export function ReadSolution({ assignmentId: id, texts = elsewhere, after }: ReadProps) {
  const kept = useAtomValue(solutionsAtom)[id];
  const load = useCallback(async (signal: AbortSignal) => {
    await loadSolution(id, signal);
  }, [id]);
  const loading = useLoad(load, "Failed to load solution.", kept?.stale);
  if (kept === undefined) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading solution...">
        <p className="mb-3 text-muted">Loading solution...</p>
        <div className="skeleton h-40" />
      </Waiting>
    );
  }
  const { seen } = kept;
  if ("why" in seen) return <p role="status" className="text-lg">{texts[seen.why]}</p>;
  return (
    <>
      <SolutionText solution={seen.solution} />
      {after?.(seen.solution)}
    </>
  );
}

export function SolutionText({ solution }: { solution: Pick<Solution, "title" | "content"> }) {
  return (
    <div className="space-y-3">
      <h3 className="text-lg font-bold">{solution.title}</h3>
      <Markup html={solution.content} />
    </div>
  );
}
