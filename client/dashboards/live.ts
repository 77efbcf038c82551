/** Registers the values that the events of the dashboards' figures and lists change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { figures, personalList, weekOfDoubts } from "./state.ts";

export const live = liveFeature({ moved: [figures, personalList, weekOfDoubts] });
