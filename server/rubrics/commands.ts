/** Writes a question's rubric. Reviews that were given keep their points as they were. */
import { eq } from "drizzle-orm";
import { visibleAssignment } from "../assignments/queries.ts";
import { stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { withIds } from "./policy.ts";
import { selectRubric } from "./queries.ts";
import type { Rubric, RubricInput } from "./schema.ts";
import { rubrics } from "./tables.ts";

/** Replaces all points. @throws Refusal 404, or 409 when the version is not the current one */
export async function write(
  act: Act,
  assignmentId: string,
  { points, version }: RubricInput,
): Promise<Rubric> {
  const { db, now } = act;
  await visibleAssignment(act, assignmentId);
  await db.insert(rubrics).values({ assignmentId, points: [], updatedAt: now })
    .onConflictDoNothing();
  const [before] = await selectRubric(db, assignmentId).for("update");
  if (!before) throw new Error("the rubric that was just inserted is missing");
  if (version !== undefined && version !== before.version) throw stale(before);
  const rubric: Rubric = {
    assignmentId,
    points: withIds(points, before.points, newId),
    version: before.version + 1,
  };
  await db.update(rubrics)
    .set({ points: rubric.points, version: rubric.version, updatedAt: now })
    .where(eq(rubrics.assignmentId, assignmentId));
  announce(act, "rubric.saved", ["staff"], rubric);
  return rubric;
}
