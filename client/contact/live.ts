/** Registers the values that the events of the contact form's messages change. */
import { liveFeature } from "../kit/data/live-query.ts";
import { contactMessages } from "./state.ts";

export const live = liveFeature({ moved: [contactMessages] });
