/** Passes the events of class sessions on to `state.ts`, which loads after the first screen. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const lessonValues = lateConsumer(
  "lesson.started",
  "lesson.changed",
  "lesson.ended",
  "lesson.wall",
  "lesson.steps",
  "lesson.name",
  "assignment.saved",
  "run.finished",
  "run.verified",
  "review.changed",
);

export const live = liveFeature({ moved: [lessonValues] });
