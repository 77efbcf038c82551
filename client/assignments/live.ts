/** Passes the events of assignments on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const assignmentValues = lateConsumer(
  "homework.changed",
  "assignment.saved",
  "assignment.assigned",
  "assignment.unassigned",
  "review.waiting",
  "review.changed",
  "run.finished",
  "run.verified",
  "solution.viewed",
  "solution.feedback",
);

export const live = liveFeature({ moved: [assignmentValues] });
