/** Passes the events of the About page on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const aboutValues = lateConsumer("about.saved", "team.changed");

export const live = liveFeature({ moved: [aboutValues] });
