/** The calls about rubrics. */
import type { RubricInput } from "../../server/rubrics/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { rubrics } from "./state.ts";

export async function loadRubric(id: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.assignments[":id"].rubric.$get({ param: { id } }, { init: { signal } }),
  );
  rubrics.store({ [id]: { ...data, seq } });
}

export async function saveRubric(id: string, json: RubricInput): Promise<void> {
  rubrics.applyOwn(
    "rubric.saved",
    await call(
      api.assignments[":id"].rubric.$put({ param: { id }, json }),
    ),
  );
}
