/** The form of a question: creating and editing. */
import * as z from "zod";
import { fileLink } from "../../files/schema.ts";
import {
  appearsAt,
  id,
  line,
  link,
  moment,
  NO_LINK,
  oneOf,
  orBlank,
  shown,
  title,
  version,
} from "../../kit/core/schema.ts";
import { CASES_MOST } from "../../languages/types.ts";
import { judgeInput, starter } from "../../runs/schema.ts";
import { audienceInput } from "../../sections/schema.ts";
import { testCase, WRONG_MOST, wrongSolution } from "../cases/schema.ts";
import { fileName, fileNameFault, givenFiles } from "../given-files/schema.ts";
import {
  ASSIGNED_MOST,
  difficulty,
  due,
  DUE_SHAPE,
  LATE_RULES,
  MAJOR_TOPICS,
  NEW_TAGS,
  orNone,
  QUESTION_TYPES,
  REPO_CATEGORIES,
  similarQuestion,
} from "../schema.ts";

export const FILES_MOST = 5;
export const QUESTION_TYPE = "Question type is required.";

/** Each tag once, without the empty ones: a client that splits a typed text at its commas sends some. */
const eachOnce = (tags: string[]): string[] => [...new Set(tags)].filter((tag) => tag !== "");

export const tagsOf = (typed: string): string[] => eachOnce(typed.split(",").map(shown));

/** A form field that contains JSON. @param empty the value of an empty field */
const json = <T extends z.ZodType>(
  schema: T,
  what: string,
  { empty = "[]", most = 200_000 } = {},
) =>
  z.string().max(most).transform((value, check) => {
    try {
      return JSON.parse(value || empty);
    } catch {
      check.addIssue({ code: "custom", message: `${what} must be JSON.` });
      return z.NEVER;
    }
  }).pipe(schema).meta({ contentMediaType: "application/json" });

const tag = title().max(40, "A tag has at most 40 characters.");

/** The fields of a question. Creating and editing differ only in how they express "none". */
const question = {
  title: line("Title"),
  explanation: z.string().max(100_000, "Explanation is too long."),
  testCases: z.array(testCase).max(CASES_MOST, `At most ${CASES_MOST} test cases.`),
  difficulty,
  tags: z.array(tag).max(20, "At most 20 tags.").transform(eachOnce),
  repoCategory: oneOf(REPO_CATEGORIES, "Category is required."),
  questionType: z.enum(QUESTION_TYPES),
  majorTopic: oneOf(MAJOR_TOPICS, "Major topic is required."),
  similarQuestions: z.array(similarQuestion).max(20, "At most 20 similar questions."),
  codingPlatformLink: link,
  starter,
  model: starter,
  wrongSolutions: z.array(wrongSolution).max(WRONG_MOST, `At most ${WRONG_MOST} wrong solutions.`),
  judge: judgeInput,
  givenFiles,
  /** The name of the student's own file; without it, main.cpp or main.py. */
  fileName,
};

/** The text fields of the multipart form for a new question. Its uploads are in `files`. */
export const createInput = z.object({
  ...question,
  explanation: question.explanation.default(""),
  testCases: json(question.testCases, "Test cases").optional(),
  tags: z.string().max(1000, "The tags are too long.").default("").transform(tagsOf)
    .pipe(question.tags),
  questionType: orBlank(question.questionType),
  similarQuestions: json(question.similarQuestions, "Similar questions").optional(),
  codingPlatformLink: orBlank(link, NO_LINK),
  starter: orBlank(starter),
  model: orBlank(starter),
  wrongSolutions: json(question.wrongSolutions, "Wrong solutions").optional(),
  judge: json(question.judge, "The judge's settings", { empty: "{}" }).optional(),
  givenFiles: json(givenFiles, "Given files", { most: 2_000_000 }).optional(),
  fileName: orBlank(fileName),
  /** How it is given out at once. By default it is not: it is kept as `central`. */
  distributionTag: orBlank(z.enum(NEW_TAGS)),
  assignedTo: json(
    z.array(id).max(ASSIGNED_MOST, `At most ${ASSIGNED_MOST} students at once.`),
    "The students",
  ).optional(),
  dueAt: orBlank(moment(DUE_SHAPE), DUE_SHAPE),
  lateRule: orBlank(z.enum(LATE_RULES)),
  /** When it is given out so. Until then only staff see it. Without a time, at once. */
  appearsAt,
  /** The sections that it is for when it is given out to the class; as JSON. */
  audience: json(audienceInput, "The sections", { empty: "null" }).optional(),
}).refine(
  (question) => question.repoCategory !== "question" || question.questionType !== undefined,
  { path: ["questionType"], message: QUESTION_TYPE },
).superRefine((question, check) => {
  const message = fileNameFault(question);
  if (message) check.addIssue({ code: "custom", path: ["fileName"], message });
}).meta({
  if: { properties: { repoCategory: { const: "question" } } },
  then: { required: ["questionType"], properties: { questionType: { enum: QUESTION_TYPES } } },
});
export type CreateInput = z.infer<typeof createInput>;

/** Whether category and type fit is checked by `edit`: one of them may be only in the database. */
export const editInput = z.strictObject({
  ...question,
  questionType: orNone(question.questionType),
  codingPlatformLink: orNone(link, NO_LINK),
  starter: orNone(starter),
  model: orNone(starter),
  fileName: orNone(fileName),
  files: z.array(fileLink()).max(FILES_MOST, `At most ${FILES_MOST} files.`),
  ...due,
  /** Only while it is prepared. */
  appearsAt: moment(),
  audience: audienceInput,
  version,
}).partial();
export type EditInput = z.infer<typeof editInput>;
