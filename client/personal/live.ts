/** Passes the event of one's copy on to `state.ts`, which only the profile loads. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const copyValues = lateConsumer("copy.changed");

export const live = liveFeature({ moved: [copyValues] });
