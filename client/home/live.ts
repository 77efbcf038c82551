/** Registers the home page's live query for events. */
import { liveFeature } from "../kit/data/live-query.ts";
import { mentorMessages } from "./state.ts";

export const live = liveFeature({ moved: [mentorMessages] });
