/** Passes the events of solutions on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const solutionValues = lateConsumer("assignment.saved", "solution.feedback");

export const live = liveFeature({ moved: [solutionValues] });
