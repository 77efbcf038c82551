/** The calls about solutions, and keeping what came back. */
import type { Solution } from "../../server/solutions/schema.ts";
import { api, call, Failed } from "../kit/api.ts";
import { pushesAfter } from "../kit/log.ts";
import { meAtom } from "../kit/session.ts";
import { store } from "../kit/store.ts";
import {
  assignmentOf,
  isSolutionPush,
  keepInSolution,
  keepSolution,
  keepSolutionPush,
  type KeptSolution,
  solutionsAtom,
} from "./state.ts";

/** With what was pushed while it was under way. */
function keep(id: string, fetched: KeptSolution): void {
  const me = store.get(meAtom);
  const pushes = pushesAfter(fetched.seq).filter(isSolutionPush)
    .filter((push) => assignmentOf(push) === id);
  store.set(solutionsAtom, (all) => ({
    ...all,
    [id]: pushes.reduce(
      (kept, push) => keepInSolution(kept, push, me),
      keepSolution(all[id], fetched),
    ),
  }));
}

/** That there is none, or that it is hidden, is an answer too, and returned. */
export async function loadSolution(
  id: string,
  signal: AbortSignal,
): Promise<"missing" | "hidden" | null> {
  try {
    const { data: solution, seq } = await call(
      api.assignments[":id"].solution.$get({ param: { id } }, { init: { signal } }),
    );
    keep(id, { seen: { solution }, seq });
    return null;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (error.code !== "solution.missing" && error.code !== "solution.hidden") throw error;
    const why = error.code === "solution.missing" ? "missing" : "hidden";
    keep(id, { seen: { why }, seq: error.seq });
    return why;
  }
}

/** What the editor has written. @throws Failed 409 `stale` with the newer one kept */
export async function saveSolution(
  id: string,
  json: { title?: string; content: string; userId?: string; version?: number },
): Promise<Solution> {
  try {
    const { data, seq } = await call(
      api.assignments[":id"].solution.$put({ param: { id }, json }),
    );
    keep(id, { seen: { solution: data }, seq });
    return data;
  } catch (error) {
    if (error instanceof Failed && error.code === "stale") {
      const solution = error.body.current as Solution;
      keep(id, { seen: { solution }, seq: error.seq });
    }
    throw error;
  }
}

export async function giveFeedback(solution: Solution, feedback: string): Promise<void> {
  const { assignmentId, _id: solutionId } = solution;
  const { data, seq } = await call(
    api.solutions[":id"].feedback.$put({ param: { id: solutionId }, json: { feedback } }),
  );
  const said = { ...data, assignmentId, solutionId, seq };
  store.set(keepSolutionPush, { event: "solution.feedback", data: said });
}
