/** Points of rubrics: pure functions that both sides use. */
import type { GivenPoints, ReviewRubric, RubricPoint, RubricPointInput } from "./schema.ts";

export const sumOf = (points: readonly { points: number }[]): number =>
  points.reduce((sum, { points }) => sum + points, 0);

const isSame = (one: RubricPointInput, other: RubricPointInput): boolean =>
  one.name === other.name && one.points === other.points && one.hint === other.hint;

/** Returns the points with their ids. A point that has not changed keeps its id. */
export const withIds = (
  points: readonly RubricPointInput[],
  before: readonly RubricPoint[],
  newId: () => string,
): RubricPoint[] =>
  points.map((point) => ({
    _id: before.find((known) => isSame(known, point))?._id ?? newId(),
    ...point,
  }));

/** Returns the chosen points as a review stores them; null when one is not in the rubric. */
export function givenPoints(
  rubric: readonly RubricPoint[],
  chosen: readonly string[],
): GivenPoints | null {
  const ids = new Set(chosen);
  const found = rubric.filter(({ _id }) => ids.has(_id));
  if (found.length < ids.size) return null;
  return { chosen: found.map(({ _id, ...point }) => point), total: sumOf(rubric) };
}

/** Returns what a review shows of its points. */
export function toReviewRubric(
  given: GivenPoints | null,
  { withHints = false } = {},
): ReviewRubric | null {
  if (given === null) return null;
  const { chosen, total } = given;
  const points = chosen.map(({ name, points, hint }) => ({
    name,
    points,
    ...(withHints && hint !== "" && { hint }),
  }));
  return { points, sum: sumOf(chosen), total };
}
