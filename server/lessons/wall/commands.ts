/** Makes the wall's link and takes it back, and shows a program's steps on the wall. */
import { eq } from "drizzle-orm";
import { later } from "../../kit/core/clock.ts";
import { notFound } from "../../kit/core/errors.ts";
import { newId } from "../../kit/core/ids.ts";
import type { Me } from "../../kit/http/guard.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { lockRunning } from "../queries.ts";
import { lessons } from "../tables.ts";
import { linkOf, stepsOf, wallCode, wallHash } from "./queries.ts";
import { WALL_STEPS_MINUTES, type WallLink, type WallStepInput } from "./schema.ts";

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

/** Shows a step of a kept run on the wall, in place of the one before. @throws Refusal 404 */
export async function showStep(act: Act, lessonId: string, wanted: WallStepInput): Promise<void> {
  const { db, now } = act;
  await lockRunning(act, lessonId);
  const wallStep = { ...wanted, until: later(now, WALL_STEPS_MINUTES) };
  await db.update(lessons).set({ wallStep }).where(eq(lessons.id, lessonId));
  if (await stepsOf(act, lessonId) === null) throw notFound("This run with this case");
  announce(act, "lesson.steps", ["staff"], { lessonId, runId: wanted.runId });
}

/** Ends the steps on the wall. */
export async function endSteps(act: Act, lessonId: string): Promise<void> {
  await lockRunning(act, lessonId);
  await clearSteps(act, lessonId);
  announce(act, "lesson.steps", ["staff"], { lessonId, runId: null });
}

/** Removes the steps of a locked lesson. */
export async function clearSteps({ db }: Act<Me | null>, lessonId: string): Promise<void> {
  await db.update(lessons).set({ wallStep: null }).where(eq(lessons.id, lessonId));
}
