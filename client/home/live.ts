/** Passes the events of the home page on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const homeValues = lateConsumer("message.sent");

export const live = liveFeature({ moved: [homeValues] });
