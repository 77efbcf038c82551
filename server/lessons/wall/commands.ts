/**
 * Makes the wall's link and takes it back, shows a program's steps on the wall, and asks its student
 * whether the wall may show their name.
 */
import { eq } from "drizzle-orm";
import { later } from "../../kit/core/clock.ts";
import { forbidden, notFound, Refusal } from "../../kit/core/errors.ts";
import { newId } from "../../kit/core/ids.ts";
import type { Me } from "../../kit/http/guard.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { lockRunning } from "../queries.ts";
import { lessons } from "../tables.ts";
import { can } from "./policy.ts";
import { linkOf, type Showing, showingOf, stepsOf, wallCode, wallHash } from "./queries.ts";
import {
  type NameAnswer,
  type StoredSteps,
  WALL_STEPS_MINUTES,
  type WallLink,
  type WallName,
  type WallStepInput,
} from "./schema.ts";

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

/**
 * Shows a step of a kept run on the wall, in place of the one before. What the student said to their
 * name stays as long as it is the same program. @throws Refusal 404
 */
export async function showStep(act: Act, lessonId: string, wanted: WallStepInput): Promise<void> {
  const { db, now } = act;
  await lockRunning(act, lessonId);
  const before = await showingOf(act, lessonId);
  const isSame = before !== null && !before.isOver && before.shown.runId === wanted.runId;
  if (!isSame) endName(act, lessonId, before);
  const name = isSame ? before.shown.name : undefined;
  const wallStep = { ...wanted, until: later(now, WALL_STEPS_MINUTES), ...name && { name } };
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

/** Removes the steps of a locked lesson, and the student's answer with them. */
export async function clearSteps(act: Act<Me | null>, lessonId: string): Promise<void> {
  endName(act, lessonId, await showingOf(act, lessonId));
  await act.db.update(lessons).set({ wallStep: null }).where(eq(lessons.id, lessonId));
}

/**
 * Asks the student of the run on the wall whether it may show their name. A second question about the
 * same steps is the first one again; after a no there is none.
 * @throws Refusal 403, 409, or 429 when this student was asked too often
 */
export async function askForName(act: Act, lessonId: string, runId: string): Promise<WallName> {
  const { me, parts: { limits } } = act;
  await lockRunning(act, lessonId);
  const showing = await showingOf(act, lessonId);
  if (!showing || showing.isOver || showing.shown.runId !== runId) {
    throw new Refusal(409, "wall.other", "This program is not on the wall any more.");
  }
  const { student, name } = showing;
  if (!can.askForName(me, student)) throw forbidden("Only students are asked for their names.");
  if (name?.agrees === false) {
    throw new Refusal(409, "wall.answered", "The student does not want their name on the wall.");
  }
  if (name) return name;
  await limits.take("wallName", student._id);
  return await keepName(act, showing, { _id: newId(), byId: me._id, agrees: null });
}

/** @throws Refusal 404 to everybody but the student, or 409 when the question is over */
export async function answerForName(
  act: Act,
  lessonId: string,
  { _id, agrees }: NameAnswer,
): Promise<void> {
  await lockRunning(act, lessonId);
  const showing = await showingOf(act, lessonId);
  const name = showing?.shown.name;
  if (showing && name && !can.giveName(act.me, showing.student)) throw notFound("This question");
  if (!showing || showing.isOver || name?._id !== _id) {
    throw new Refusal(409, "wall.over", "The wall does not show this program any more.");
  }
  await keepName(act, showing, { ...name, agrees });
}

async function keepName(
  act: Act,
  { shown, student, lessonId }: Showing,
  name: NonNullable<StoredSteps["name"]>,
): Promise<WallName> {
  const wallStep = { ...shown, name };
  await act.db.update(lessons).set({ wallStep }).where(eq(lessons.id, lessonId));
  const kept = (await showingOf(act, lessonId))?.name;
  if (!kept) throw new Error("the question that was just kept is missing");
  announce(act, "lesson.name", ["staff", userRoom(student._id)], { lessonId, name: kept });
  return kept;
}

/** Tells that the question about the name on these steps is over, if there was one. */
function endName(act: Act<Me | null>, lessonId: string, before: Showing | null): void {
  if (!before?.name) return;
  const rooms = ["staff" as const, userRoom(before.student._id)];
  announce(act, "lesson.name", rooms, { lessonId, name: null });
}
