/** Passes the events of the contact form's messages on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const contactValues = lateConsumer("contact.received");

export const live = liveFeature({ moved: [contactValues] });
