/** Events that update assignments. */
import { liveFeature } from "../kit/data/live-query.ts";
import { assignments, details, homework, prepared, shelf } from "./state.ts";

// The order matters: `shelf` reads the cards, so `assignments` must handle an event first.
export const live = liveFeature({ moved: [homework, assignments, shelf, details, prepared] });
