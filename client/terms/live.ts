/** Fetches again what is shown when a term has been closed or set back: its rows have no events. */
import { lateConsumer, liveFeature, onEvent } from "../kit/data/live-query.ts";
import { fetchAgain } from "../kit/net/socket.ts";

/** Passes the event on to `state.ts`, which only the Admin Panel and the archive load. */
export const termValues = lateConsumer("term.changed");

export const live = liveFeature({
  moved: [termValues, onEvent("term.changed", ({ done, total }) => done === total && fetchAgain())],
});
