/** Registers the values that the events of the gradebook change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { gradebook } from "./state.ts";

export const live = liveFeature({ moved: [gradebook] });
