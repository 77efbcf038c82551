/** A solution to read: for a learner who has given up, and for staff beside the question. */
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import type { Solution } from "../../server/solutions/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { RichText } from "../kit/ui/rich-text.tsx";
import { NotLoaded } from "../kit/ui/page.tsx";
import { Runnable } from "../runs/sample/runnable.tsx";
import { loadSolution } from "./actions.ts";
import { solutionsAtom } from "./state.ts";

/** The texts that replace a solution that cannot be shown. */
const elsewhere = {
  hidden: "Solution is hidden by the admin.",
  missing: "No solution available for this assignment.",
};

interface ReadProps {
  assignmentId: string;
  /** The screen's own texts instead. */
  texts?: { hidden: string; missing: string };
  /** Renders content below a solution that is shown. */
  after?: (solution: Solution) => ReactNode;
}

export function ReadSolution({ assignmentId: id, texts = elsewhere, after }: ReadProps) {
  const kept = useAtomValue(solutionsAtom)[id];
  const loading = useLoad(loadSolution, "Failed to load solution.", kept?.stale, id);
  if (kept === undefined) {
    return (
      <NotLoaded loading={loading} label="Loading solution...">
        <p className="mb-3 text-muted">Loading solution...</p>
        <div className="skeleton h-40" />
      </NotLoaded>
    );
  }
  const { seen } = kept;
  if ("why" in seen) return <p role="status" className="text-lg">{texts[seen.why]}</p>;
  return (
    <>
      <SolutionText solution={seen.solution} assignmentId={id} />
      {after?.(seen.solution)}
    </>
  );
}

interface TextProps {
  solution: Pick<Solution, "title" | "content">;
  assignmentId: string;
}

export function SolutionText({ solution, assignmentId }: TextProps) {
  return (
    <div className="space-y-3">
      <h3 className="text-lg font-bold">{solution.title}</h3>
      <Runnable assignmentId={assignmentId}>
        <RichText html={solution.content} />
      </Runnable>
    </div>
  );
}
