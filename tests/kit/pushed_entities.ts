/**
 * Computes a list of entities from the events that a socket received, to compare it with a fresh
 * fetch.
 */
import type { Listener, Push } from "./socket.ts";

/** Returns the newest saved version of each entity, without the deleted ones. */
export function entitiesAfterEvents(
  ear: Listener,
  saved: string,
  deleted?: string,
): Push["data"][] {
  const byId = new Map<string, Push["data"]>();
  for (const { event, data } of ear.pushes) {
    if (event === saved) {
      const { seq: _, ...entity } = data;
      byId.set(entity._id, entity);
    } else if (event === deleted) byId.delete(data._id);
  }
  return [...byId.values()];
}
