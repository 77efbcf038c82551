/** Passes the events of the staff's desk on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const deskValues = lateConsumer(
  "desk.limits",
  "saved-reply.saved",
  "saved-reply.removed",
  "run.finished",
  "run.verified",
  "review.waiting",
  "review.changed",
  "doubt.opened",
  "doubt.changed",
  "assignment.saved",
);

export const live = liveFeature({ moved: [deskValues] });
