/** Registers the values that the events of weekly goals change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { goals, mentors } from "./state.ts";

export const live = liveFeature({ moved: [goals, mentors] });
