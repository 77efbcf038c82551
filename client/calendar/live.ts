/** Passes the event of the calendar's address on to `state.ts`, which only the profile loads. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const calendarValues = lateConsumer("calendar.changed");

export const live = liveFeature({ moved: [calendarValues] });
