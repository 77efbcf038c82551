/** Reads a question's rubric, and the points that a review chooses from it. */
import { eq } from "drizzle-orm";
import { visibleAssignment } from "../assignments/queries.ts";
import { Refusal } from "../kit/core/errors.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader, Tx } from "../kit/db/database.ts";
import type { Ask } from "../kit/http/guard.ts";
import { givenPoints } from "./policy.ts";
import type { GivenPoints, Rubric } from "./schema.ts";
import { rubrics } from "./tables.ts";

export const selectRubric = (db: Reader, assignmentId: string) =>
  db.select(pick(rubrics, "assignmentId", "points", "version")).from(rubrics).where(
    eq(rubrics.assignmentId, assignmentId),
  );

/** The rubric; without points if the question has none. @throws Refusal 404 */
export async function rubricOf(ask: Ask, assignmentId: string): Promise<Rubric> {
  await visibleAssignment(ask, assignmentId);
  const [rubric] = await selectRubric(ask.db, assignmentId);
  return rubric ?? { assignmentId, points: [], version: 1 };
}

/** The points as they are now; null without a rubric. @throws Refusal 409 if one changed */
export async function pointsOfReview(
  db: Tx,
  assignmentId: string,
  chosen: readonly string[],
): Promise<GivenPoints | null> {
  const [rubric] = await selectRubric(db, assignmentId).for("share");
  const points = rubric?.points ?? [];
  if (points.length === 0 && chosen.length === 0) return null;
  const given = givenPoints(points, chosen);
  if (given === null) {
    const sentence = "The rubric has changed. Choose its points again.";
    throw new Refusal(409, "rubric.changed", sentence, { errors: { rubric: sentence } });
  }
  return given;
}
