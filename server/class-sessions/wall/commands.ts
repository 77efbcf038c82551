/** Makes the wall's link and takes it back, and shows a program's steps on the wall. */
import { eq } from "drizzle-orm";
import { later } from "../../kit/core/clock.ts";
import { notFound } from "../../kit/core/errors.ts";
import { newId } from "../../kit/core/ids.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { lockRunning } from "../queries.ts";
import { classSessions } from "../tables.ts";
import { linkOf, stepsOf, wallCode, wallHash } from "./queries.ts";
import { WALL_STEPS_MINUTES, type WallStepInput } from "./schema.ts";

/** A new link ends the earlier one. The stored reply has no code: the route computes it. */
export async function makeLink(act: Act, classSessionId: string) {
  const { db, me, now, parts: { tokens } } = act;
  await lockRunning(act, classSessionId);
  const linkId = newId();
  await db.update(classSessions).set({
    wallHash: wallHash(tokens, wallCode(tokens, { classSessionId, linkId })),
    wallMadeAt: now,
    wallMadeById: me._id,
  }).where(eq(classSessions.id, classSessionId));
  const link = await linkOf(db, classSessionId);
  if (!link) throw new Error("the link that was just made is missing");
  announce(act, "classSession.wall", ["staff"], { classSessionId, link });
  return { linkId, link };
}

export async function takeLinkBack(act: Act, classSessionId: string): Promise<void> {
  await lockRunning(act, classSessionId);
  await act.db.update(classSessions).set({ wallHash: null, wallMadeAt: null, wallMadeById: null })
    .where(eq(classSessions.id, classSessionId));
  announce(act, "classSession.wall", ["staff"], { classSessionId, link: null });
}

/** Shows a step of a kept run on the wall, in place of the one before. @throws Refusal 404 */
export async function showStep(act: Act, classSessionId: string, wanted: WallStepInput) {
  const { db, now } = act;
  await lockRunning(act, classSessionId);
  const wallStep = { ...wanted, until: later(now, WALL_STEPS_MINUTES) };
  await db.update(classSessions).set({ wallStep }).where(eq(classSessions.id, classSessionId));
  if (await stepsOf(act, classSessionId) === null) throw notFound("This run with this case");
  announce(act, "classSession.steps", ["staff"], { classSessionId, runId: wanted.runId });
}

export async function endSteps(act: Act, classSessionId: string): Promise<void> {
  await lockRunning(act, classSessionId);
  await act.db.update(classSessions).set({ wallStep: null })
    .where(eq(classSessions.id, classSessionId));
  announce(act, "classSession.steps", ["staff"], { classSessionId, runId: null });
}
