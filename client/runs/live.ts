/**
 * Passes the events of runs on. Only the screens that show runs load `state.ts`, which holds the
 * values that these events change.
 */
import type { ResponseRun, RunCard } from "../../server/runs/schema.ts";
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const runValues = lateConsumer("run.finished", "run.verified", "run.changed");

/** Returns the part of a run that a response shows. */
export const responseRunOf = ({ _id, passed, total, verification }: RunCard): ResponseRun => ({
  _id,
  passed,
  total,
  verification,
});

export const live = liveFeature({ moved: [runValues] });
