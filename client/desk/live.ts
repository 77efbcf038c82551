/** Registers the values that the events of the staff's desk change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { context, desk, limits, replies } from "./state.ts";

export const live = liveFeature({ moved: [desk, limits, replies, context] });
