/** Registers the values that the events of one's copy change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { copyQuery } from "./state.ts";

export const live = liveFeature({ moved: [copyQuery] });
