/** The command palette's search: people and questions by a few letters, doubts by words. */
import * as z from "zod";
import { DIFFICULTIES, distributionTag } from "../assignments/schema.ts";
import { doubtCard } from "../doubts/schema.ts";
import { id, someone, sought } from "../kit/core/schema.ts";

export const SEARCHED_MOST = 100;
/** The most results of each kind. */
export const FOUND_MOST = 6;

/** An empty text finds nothing. */
export const paletteQuery = z.object({ find: sought(SEARCHED_MOST).default("") });

export const paletteResults = z.object({
  /** Students too, for staff, with addresses; for learners those to whom they may write. */
  people: z.array(someone.extend({ email: z.string().optional() })),
  questions: z.array(z.object({
    _id: id,
    title: z.string(),
    distributionTag,
    difficulty: z.enum(DIFFICULTIES),
  })),
  /** With all of the words somewhere in the thread, newest activity first. */
  doubts: z.array(doubtCard.pick({
    _id: true,
    assignment: true,
    student: true,
    doubtText: true,
    currentStatus: true,
    mergedInto: true,
  })),
});
export type PaletteResults = z.infer<typeof paletteResults>;
