/** Fetches again what is shown when a term has been closed or set back: its rows have no events. */
import { liveFeature, onEvent } from "../kit/data/live-query.ts";
import { fetchAgain } from "../kit/net/socket.ts";
import { terms } from "./state.ts";

export const live = liveFeature({
  consumers: [terms, onEvent("term.changed", ({ done, total }) => done === total && fetchAgain())],
});
