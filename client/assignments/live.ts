/** Registers the values that the events of assignments change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { assignments, details, homework, prepared, shelf } from "./state.ts";

export const live = liveFeature({ moved: [homework, assignments, shelf, details, prepared] });
