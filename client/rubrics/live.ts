/** Passes the events of rubrics on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const rubricValues = lateConsumer("rubric.saved");

export const live = liveFeature({ moved: [rubricValues] });
