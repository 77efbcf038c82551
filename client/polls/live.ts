/** Passes the events of quick questions on to `state.ts`, which is loaded after the first screen. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const pollValues = lateConsumer("poll.opened", "poll.changed", "poll.closed", "poll.shown");

export const live = liveFeature({ moved: [pollValues] });
