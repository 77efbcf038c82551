/** Events that update the announcements. */
import { liveFeature } from "../kit/data/live-query.ts";
import { announcements, prepared } from "./state.ts";

export const live = liveFeature({ moved: [announcements, prepared] });
