/** Makes the wall's link, and takes it back. */
import { eq } from "drizzle-orm";
import { newId } from "../../kit/core/ids.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { lockRunning } from "../queries.ts";
import { lessons } from "../tables.ts";
import { linkOf, wallCode, wallHash } from "./queries.ts";
import type { WallLink } from "./schema.ts";

/**
 * Makes the link in place of an earlier one, which ends. The reply that is kept for the request's
 * key has no code: the route computes it.
 */
export async function makeLink(
  act: Act,
  lessonId: string,
): Promise<{ linkId: string; link: WallLink }> {
  const { db, me, now, parts: { tokens } } = act;
  await lockRunning(act, lessonId);
  const linkId = newId();
  await db.update(lessons).set({
    wallHash: await wallHash(tokens, await wallCode(tokens, { lessonId, linkId })),
    wallMadeAt: now,
    wallMadeById: me._id,
  }).where(eq(lessons.id, lessonId));
  const link = await linkOf(db, lessonId);
  if (!link) throw new Error("the link that was just made is missing");
  announce(act, "lesson.wall", ["staff"], { lessonId, link });
  return { linkId, link };
}

export async function takeLinkBack(act: Act, lessonId: string): Promise<void> {
  await lockRunning(act, lessonId);
  await act.db.update(lessons).set({ wallHash: null, wallMadeAt: null, wallMadeById: null })
    .where(eq(lessons.id, lessonId));
  announce(act, "lesson.wall", ["staff"], { lessonId, link: null });
}
