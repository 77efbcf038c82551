/** Registers the values that the events of solutions change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { solutions } from "./state.ts";

export const live = liveFeature({ moved: [solutions] });
