/** What a client that comes back is sent of the events that it missed. */
import type { LoggedEvent } from "../../kit/core/parts.ts";
import type { Actor } from "../../kit/core/roles.ts";
import { hides } from "../../events.ts";

/** A client that missed more events of its rooms than this fetches everything again. */
export const MISSED_MOST = 500;
/**
 * The same for their bytes. The limit for visitors is lower, since four calls fetch a visitor's
 * screen.
 */
const BYTES_MOST = 1024 * 1024;
const VISITOR_BYTES_MOST = 256 * 1024;

/**
 * Whether the missed events are sent to this person. Otherwise the client fetches everything again:
 * there are too many, one cannot be read, or one hides what others tell.
 */
export function areSent(events: readonly LoggedEvent[], me: Actor | null): boolean {
  const bytes = events.reduce((sum, event) => sum + (event.bytes ?? 0), 0);
  return events.length <= MISSED_MOST && bytes <= (me ? BYTES_MOST : VISITOR_BYTES_MOST) &&
    events.every(({ type, data }) => data !== null && !hides(type, data, me));
}
