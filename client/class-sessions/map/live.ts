/** The map of a class session: what its events change, and who of the learners is connected. */
import type { Here } from "../../../server/class-sessions/map/schema.ts";
import { liveFeature } from "../../kit/data/live-query.ts";
import { store } from "../../kit/net/store.ts";
import { classMap, hereAtom } from "./state.ts";

export const live = liveFeature({
  consumers: [classMap],
  signals: { here: ({ here }: Here) => store.set(hereAtom, here) },
});
