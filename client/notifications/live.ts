/** Registers the values that the events of notifications change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { bell, settings } from "./state.ts";

export const live = liveFeature({ moved: [bell, settings] });
