/** Passes the events of the dashboards' figures and lists on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const figureValues = lateConsumer(
  "stats.changed",
  "assignment.assigned",
  "assignment.unassigned",
  "homework.changed",
  "review.changed",
  "doubt.opened",
  "doubt.changed",
);

export const live = liveFeature({ moved: [figureValues] });
