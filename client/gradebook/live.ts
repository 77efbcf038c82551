/** Passes the events of the gradebook on to `state.ts`, which only its screen loads. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const gradebookValues = lateConsumer(
  "review.waiting",
  "review.changed",
  "run.verified",
  "assignment.saved",
);

export const live = liveFeature({ moved: [gradebookValues] });
