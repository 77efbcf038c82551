/** Registers the values that the events of class sessions change. */
import { liveFeature, withoutEffect } from "../kit/data/live-query.ts";
import { link, past, running } from "./state.ts";

export const live = liveFeature({
  consumers: [
    running,
    past,
    link,
    // Only the wall shows the steps, and fetches them.
    withoutEffect("classSession.steps"),
  ],
});
