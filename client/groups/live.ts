/** Passes the events of groups on to `state.ts`, which only the map's screen loads. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const groupValues = lateConsumer("group.answered");

export const live = liveFeature({ moved: [groupValues] });
