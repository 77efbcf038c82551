/** The rubrics of questions, by the question's id. Only staff load them. */
import type { Rubric } from "../../server/rubrics/schema.ts";
import { type Freshness, liveRecord, type Values } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type KnownRubric = Rubric & Freshness;

export const rubricsAtom = perUserAtom<Values<KnownRubric>>({});

export const rubrics = liveRecord({
  atom: rubricsAtom,
  reduce: {
    "rubric.saved": (known: KnownRubric, { seq: _, ...rubric }): KnownRubric =>
      rubric.assignmentId === known.assignmentId && rubric.version >= known.version
        ? { ...known, ...rubric }
        : known,
  },
});
