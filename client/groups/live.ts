/** Registers the values that the events of groups change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { groupAnswers } from "./state.ts";

export const live = liveFeature({ moved: [groupAnswers] });
