/** Rubrics: the points that a mentor gives for a question, and those that a review gave. */
import * as z from "zod";
import { id, isStorable, line, title, UNSTORABLE, version } from "../kit/core/schema.ts";

/** The most points of one rubric. Each has a key of the keyboard's top row. */
export const RUBRIC_MOST = 12;
export const RUBRIC_NAME_MOST = 80;
export const RUBRIC_HINT_MOST = 500;
export const RUBRIC_POINTS_MOST = 100;

const POINTS = `Points are a whole number from 0 to ${RUBRIC_POINTS_MOST}.`;

const point = {
  name: line("Name", RUBRIC_NAME_MOST),
  points: z.int(POINTS).min(0, POINTS).max(RUBRIC_POINTS_MOST, POINTS),
  /** A text for the student, which the mentor may insert into the comment. */
  hint: title().max(
    RUBRIC_HINT_MOST,
    `A hint must be at most ${RUBRIC_HINT_MOST} characters.`,
  ).refine(isStorable, UNSTORABLE),
};

export const rubricPointInput = z.strictObject({ ...point, hint: point.hint.default("") });
export type RubricPointInput = z.infer<typeof rubricPointInput>;

export const SAME_NAME = "Two points have this name.";

/** All points from now on, in their order. */
export const rubricInput = z.strictObject({
  points: z.array(rubricPointInput).max(RUBRIC_MOST, `At most ${RUBRIC_MOST} points.`)
    .superRefine((points, check) => {
      const names = points.map(({ name }) => name.toLowerCase());
      names.forEach((name, at) => {
        if (names.indexOf(name) === at) return;
        check.addIssue({ code: "custom", message: SAME_NAME, path: [at, "name"] });
      });
    }),
  version: version.optional(),
});
export type RubricInput = z.infer<typeof rubricInput>;

/** A point that changes gets a new id, so an id always means the same points and texts. */
export const rubricPoint = z.object({
  _id: id,
  name: z.string(),
  points: z.int(),
  hint: z.string(),
});
export type RubricPoint = z.infer<typeof rubricPoint>;

export const rubric = z.object({
  assignmentId: id,
  points: z.array(rubricPoint),
  version,
});
export type Rubric = z.infer<typeof rubric>;

export const chosenPoints = z.array(id, "Choose points of the rubric.")
  .max(RUBRIC_MOST, `At most ${RUBRIC_MOST} points.`);

/** The points that a review gave, as they were then, and the sum of all points of the rubric. */
export type GivenPoints = { chosen: Omit<RubricPoint, "_id">[]; total: number };

/** What a review shows of its points. Only staff get the hints; a student has the comment. */
export const reviewRubric = z.object({
  points: z.array(z.object({ name: z.string(), points: z.int(), hint: z.string().optional() })),
  sum: z.int(),
  total: z.int(),
});
export type ReviewRubric = z.infer<typeof reviewRubric>;

export const rubricEvents = { "rubric.saved": rubric };
