/** Registers the values that the events of the About page change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { about, team } from "./state.ts";

export const live = liveFeature({ moved: [about, team] });
