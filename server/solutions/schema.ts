/** Solutions of assignments: inputs, the view, feedback and events. */
import * as z from "zod";
import { id, someone, text, time, title, version } from "../kit/core/schema.ts";

export const EMPTY = "Solution content is empty. Please provide some content.";
export const MISSING = "Solution not added yet.";
export const HIDDEN = "Solution is hidden by admin.";

const content = z.string().max(100_000, "The solution is too long.").optional();

/** Of the page or the editor. The token knows the author: `userId` is accepted and ignored. */
export const solutionInput = z.strictObject({
  solution: content,
  title: title().max(200, "Title must be at most 200 characters.").optional(),
  content,
  userId: z.string().max(100).optional(),
  /** The version that it replaces; 0: there was none. */
  version: z.int().min(0).optional(),
}).transform(({ solution, content, userId: _, ...rest }) => ({
  ...rest,
  content: content ?? solution ?? "",
})).refine((written) => written.content.trim() !== "", { path: ["content"], message: EMPTY })
  .meta({
    if: { required: ["content"] },
    then: { properties: { content: { pattern: "\\S" } } },
    else: { required: ["solution"], properties: { solution: { pattern: "\\S" } } },
  });
export type SolutionInput = z.output<typeof solutionInput>;

export const visibilityInput = z.strictObject({
  solutionVisible: z.boolean("Say whether the solution is visible."),
  version: version.optional(),
});

export const feedbackInput = z.strictObject({ feedback: text("Feedback", 5000) });

const student = z.object({ _id: id, name: z.string() });

export const feedback = z.object({
  student,
  feedback: z.string(),
  createdAt: time,
  updatedAt: time,
});
export type Feedback = z.infer<typeof feedback>;

export const solution = z.object({
  _id: id,
  assignmentId: id,
  title: z.string(),
  /** Rendered HTML, highlighted and sanitized. */
  content: z.string(),
  /** The text as written; only for staff. */
  contentSource: z.string().optional(),
  /** Whether learners may see it. */
  published: z.boolean(),
  /** All feedback for staff, only their own for a learner. */
  feedback: z.array(feedback),
  /** The id of the first author. */
  userId: id,
  createdBy: someone,
  lastModifiedBy: someone,
  createdAt: time,
  updatedAt: time,
  version,
});
export type Solution = z.infer<typeof solution>;

/** A learner's decision to see the solution. */
export const giveUp = z.object({ student, gaveUpAt: time });
export type GiveUp = z.infer<typeof giveUp>;

export const solutionEvents = {
  /** For staff and the learner, at the learner's first look. */
  "solution.viewed": giveUp.extend({ assignmentId: id }),
  /** For staff and the learner. */
  "solution.feedback": feedback.extend({ assignmentId: id, solutionId: id }),
};
