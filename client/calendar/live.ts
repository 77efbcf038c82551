/** Registers the values that the events of the calendar's address change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { calendar } from "./state.ts";

export const live = liveFeature({ moved: [calendar] });
