/** Passes the events of accounts, of sections and of the students' figures on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const peopleValues = lateConsumer(
  "user.changed",
  "stats.changed",
  "roster.changed",
  "section.changed",
);

export const live = liveFeature({ moved: [peopleValues] });
