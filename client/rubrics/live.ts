/** Registers the values that the events of rubrics change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { rubrics } from "./state.ts";

export const live = liveFeature({ moved: [rubrics] });
