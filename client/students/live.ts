/** Registers the values of a student's page that events change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { list, notes, student } from "./state.ts";

export const live = liveFeature({ moved: [student, list, notes] });
