/** Passes the events of briefings on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const briefingValues = lateConsumer(
  "briefing.saved",
  "briefing.deleted",
  "briefing.prepared",
);

export const live = liveFeature({ moved: [briefingValues] });
