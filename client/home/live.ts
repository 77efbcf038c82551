/** Registers the values that the events of the home page change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { mentorMessages } from "./state.ts";

export const live = liveFeature({ moved: [mentorMessages] });
