/** Registers the values that the events of runs change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { knownRuns, runLists } from "./state.ts";

export const live = liveFeature({ moved: [runLists, knownRuns] });
