/** API calls for solutions; replies are stored in the state. */
import type { Solution } from "../../server/solutions/schema.ts";
import { details } from "../assignments/state.ts";
import { api, call, callAndStore, CallError } from "../kit/net/api.ts";
import { solutions, type SolutionView, withGiven } from "./state.ts";

function storeSolution(
  assignmentId: string,
  { seen, seq }: { seen: SolutionView; seq: number },
): void {
  solutions.store({ [assignmentId]: { assignmentId, seen, seq } });
}

/** Loads a solution. Returns why there is none, which is no failure; null if there is one. */
export async function loadSolution(
  id: string,
  signal: AbortSignal,
): Promise<"missing" | "hidden" | null> {
  try {
    const { data: solution, seq } = await call(
      api.assignments[":id"].solution.$get({ param: { id } }, { init: { signal } }),
    );
    storeSolution(id, { seen: { solution }, seq });
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code !== "solution.missing" && error.code !== "solution.hidden") throw error;
    const why = error.code === "solution.missing" ? "missing" : "hidden";
    storeSolution(id, { seen: { why }, seq: error.seq });
    return why;
  }
}

/** @throws CallError 409 `stale`; the newer solution is then stored */
export async function saveSolution(
  id: string,
  json: { title?: string; content: string; version?: number },
): Promise<void> {
  const request = api.assignments[":id"].solution.$put({ param: { id }, json });
  await callAndStore(request, ({ data: solution, seq }) => {
    storeSolution(id, { seen: { solution }, seq });
    details.edit(id, (known) => ({ ...known, assignment: { ...known.assignment, solution } }));
  });
}

export async function giveFeedback(solution: Solution, feedback: string): Promise<void> {
  const { assignmentId, _id: solutionId } = solution;
  const { data } = await call(
    api.solutions[":id"].feedback.$put({ param: { id: solutionId }, json: { feedback } }),
  );
  // Its own event may arrive late. Applying it twice changes nothing.
  solutions.edit(assignmentId, (known) => withGiven(known, data));
}
