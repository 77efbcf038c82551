/** The gradebook: students by questions. */
import * as z from "zod";
import { ASSIGNMENT_TAGS, DIFFICULTIES } from "../assignments/schema.ts";
import { RESPONSE_STATUSES, REVIEW_STATUSES } from "../assignments/responses/schema.ts";
import { filter, id, match, time } from "../kit/core/schema.ts";
import { sectionFilter } from "../sections/schema.ts";

/** The most students and questions of one gradebook: the first by name, and the newest. */
export const STUDENTS_MOST = 1000;
export const QUESTIONS_MOST = 200;
/** The most students whose cells are fetched again by themselves. */
export const AGAIN_MOST = 50;
const IDS = /^(?:[\da-fA-F-]{36}(?:,[\da-fA-F-]{36})*)?$/;
export const GRADEBOOK_ORDERS = ["fewest", "most"] as const;

export const gradebookFilter = z.object({
  /** Part of a student's name, address or branch. */
  search: match,
  assignmentTag: filter(ASSIGNMENT_TAGS),
  difficulty: filter(DIFFICULTIES),
  assignmentTitle: match,
  /** Only its students, and the questions that are for them. */
  section: sectionFilter,
  /** By how many questions are solved; without it, by name. */
  order: filter(GRADEBOOK_ORDERS),
});
export type GradebookFilter = z.infer<typeof gradebookFilter>;

export const gradebookQuery = gradebookFilter.extend({
  /** Only these students, with commas between them. */
  students: z.string().regex(IDS, "These are not ids with commas between them.")
    .transform((list) => list.split(",").filter(Boolean))
    .pipe(z.array(id).max(AGAIN_MOST, `At most ${AGAIN_MOST} students.`)).optional(),
});
export type GradebookQuery = z.infer<typeof gradebookQuery>;

export const gradebookQuestion = z.object({
  _id: id,
  title: z.string(),
  assignmentTag: z.enum(ASSIGNMENT_TAGS).nullable(),
  dueAt: time.nullable(),
});
export type GradebookQuestion = z.infer<typeof gradebookQuestion>;

const fraction = z.object({ part: z.int(), whole: z.int() }).nullable();

export const gradebookCell = z.object({
  responseStatus: z.enum(RESPONSE_STATUSES),
  reviewStatus: z.enum(REVIEW_STATUSES),
  late: z.boolean(),
  /** Whether the server has verified the cases. Otherwise they are the browser's claim. */
  verified: z.boolean(),
  /** The cases that the response's program passes; null without a run. */
  cases: fraction,
  /** The points that the newest review gave; null without a rubric. */
  points: fraction,
  /** How often it was handed in. */
  attempts: z.int(),
});
export type GradebookCell = z.infer<typeof gradebookCell>;

export const gradebookRow = z.object({
  _id: id,
  name: z.string(),
  branch: z.string().nullable(),
  solved: z.int(),
  /** The student's answers, by the ids of their questions. */
  cells: z.record(id, gradebookCell),
});
export type GradebookRow = z.infer<typeof gradebookRow>;

export const gradebook = z.object({
  questions: z.array(gradebookQuestion),
  /** How many match, up to one more than are shown. */
  questionsTotal: z.int(),
  rows: z.array(gradebookRow),
  studentsTotal: z.int(),
});
export type Gradebook = z.infer<typeof gradebook>;
