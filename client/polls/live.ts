/** Registers the values that the events of quick questions change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { polls } from "./state.ts";

export const live = liveFeature({ moved: [polls] });
