/** Registers the values that the events of announcements change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { announcements, prepared } from "./state.ts";

export const live = liveFeature({ moved: [announcements, prepared] });
