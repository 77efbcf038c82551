/** Makes one's calendar address, and takes it back. */
import { eq } from "drizzle-orm";
import { newId } from "../kit/core/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { feedHash, feedToken } from "./queries.ts";
import { calendarFeeds } from "./tables.ts";

/**
 * Makes the address in place of an earlier one, which ends. The reply that is kept for the
 * request's key has no token: the route computes it.
 */
export async function make(act: Act): Promise<{ feedId: string; madeAt: string }> {
  const { db, me, now, parts: { tokens } } = act;
  const feedId = newId();
  const hash = feedHash(tokens, feedToken(tokens, { personId: me._id, feedId }));
  const made = { hash, madeAt: now };
  await db.insert(calendarFeeds).values({ personId: me._id, ...made })
    .onConflictDoUpdate({ target: calendarFeeds.personId, set: made });
  announce(act, "calendar.changed", [userRoom(me._id)], { madeAt: now });
  return { feedId, madeAt: now };
}

export async function takeBack(act: Act): Promise<void> {
  const { db, me } = act;
  await db.delete(calendarFeeds).where(eq(calendarFeeds.personId, me._id));
  announce(act, "calendar.changed", [userRoom(me._id)], { madeAt: null });
}
