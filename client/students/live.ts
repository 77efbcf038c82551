/** Passes the events on to the learner's page, once its code is loaded. */
import { type EventConsumer, liveFeature } from "../kit/data/live-query.ts";

/** The page adds its values here, so that its code is not part of every screen. */
export const consumers: Pick<EventConsumer<never>, "handle">[] = [];

const page: EventConsumer<"note.saved" | "note.deleted"> = {
  events: ["note.saved", "note.deleted"],
  handle: (event) => consumers.forEach((one) => one.handle(event)),
};

export const live = liveFeature({ moved: [page] });
