/**
 * Passes the events of the map on to `state.ts`, which only the map's screen loads, and keeps who of
 * the learners is connected.
 */
import type { Here } from "../../../server/lessons/map/schema.ts";
import { lateConsumer, liveFeature } from "../../kit/data/live-query.ts";
import { perUserAtom } from "../../kit/net/session.ts";
import { store } from "../../kit/net/store.ts";

export const mapValues = lateConsumer(
  "lesson.cell",
  "lesson.signs",
  "lesson.started",
  "lesson.changed",
  "lesson.ended",
  "doubt.opened",
  "doubt.changed",
  "claim.changed",
  "review.waiting",
  "review.changed",
  "assignment.saved",
);

/** The ids of the learners who are connected; null until the server has told them. */
export const hereAtom = perUserAtom<readonly string[] | null>(null);

export const live = liveFeature({
  moved: [mapValues],
  signals: { here: ({ here }: Here) => store.set(hereAtom, here) },
});
