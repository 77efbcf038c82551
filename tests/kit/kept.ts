/** What the events that a socket heard add up to, for comparing with a fresh fetch. */
import type { Listener, Push } from "./socket.ts";

/** The entities as the events leave them: what was saved last, without what was deleted. */
export function kept(ear: Listener, saved: string, deleted?: string): Push["data"][] {
  const byId = new Map<string, Push["data"]>();
  for (const { event, data } of ear.pushes) {
    if (event === saved) {
      const { seq: _, ...entity } = data;
      byId.set(entity._id, entity);
    } else if (event === deleted) byId.delete(data._id);
  }
  return [...byId.values()];
}
