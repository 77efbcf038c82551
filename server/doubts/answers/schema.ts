/** Answered doubts, those that staff keep, and doubts that are like a text or a program. */
import * as z from "zod";
import { id, limit, orBlank, page, sought } from "../../kit/core/schema.ts";
import { entry, listedDoubt } from "../schema.ts";
import { askedDoubt } from "../shares/schema.ts";

export const keptInput = z.strictObject({ kept: z.boolean() });

/** The most answered doubts on one page: each has its answer, which may be long. */
export const ANSWERS_PER_PAGE = 20;
export const answersQuery = z.object({ assignmentId: id, page, limit });
export type AnswersQuery = z.infer<typeof answersQuery>;

/** A doubt that was answered, for later classes, with the reply that helped or the newest one. */
export const answeredDoubt = listedDoubt.extend({
  answer: entry.pick({
    _id: true,
    html: true,
    sender: true,
    timestamp: true,
    refersTo: true,
    helped: true,
  }),
});
export type AnsweredDoubt = z.infer<typeof answeredDoubt>;
export const answersPage = z.object({ answers: z.array(answeredDoubt), total: z.int() });
export type AnswersPage = z.infer<typeof answersPage>;

export const similarQuery = z.object({
  assignmentId: id.optional(),
  text: sought(2000).default(""),
  /** The asker's run: doubts whose program failed in the same way come first. */
  runId: orBlank(id),
  /**
   * The doubt to be answered: without a text, its own text and program are compared. The reply then
   * has only answered doubts that are open to the class, so that it may refer to each of them.
   */
  doubtId: orBlank(id),
});
export type SimilarQuery = z.infer<typeof similarQuery>;

export const similarDoubt = askedDoubt.extend({
  /** It failed alike. Absent for those who may not see its program. */
  alike: z.enum(["case", "message"]).optional(),
});
export type SimilarDoubt = z.infer<typeof similarDoubt>;
