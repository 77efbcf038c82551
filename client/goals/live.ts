/** Passes the events of weekly goals on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const goalValues = lateConsumer("goal.saved", "user.changed", "section.changed");

export const live = liveFeature({ moved: [goalValues] });
