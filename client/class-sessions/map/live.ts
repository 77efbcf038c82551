/** Who of the learners of a class session is connected. */
import type { Here } from "../../../server/class-sessions/map/schema.ts";
import type { LiveFeature } from "../../kit/data/live-query.ts";
import { store } from "../../kit/net/store.ts";
import { hereAtom } from "./state.ts";

export const live: LiveFeature = {
  signals: { here: ({ here }: Here) => store.set(hereAtom, here) },
};
