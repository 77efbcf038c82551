/**
 * Passes the events of runs on. Only the screens that show runs load `state.ts`, which holds the
 * values that these events change.
 */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const runValues = lateConsumer("run.finished", "run.verified", "run.changed");

export const live = liveFeature({ moved: [runValues] });
