/** Registers the values that the events of briefings change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { current, month, prepared, recent } from "./state.ts";

export const live = liveFeature({ moved: [recent, current, month, prepared] });
