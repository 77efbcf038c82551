/** Assignments and responses: constants, inputs, the list card, the detail and its events. */
import * as z from "zod";
import { filter, id, line, link, match, time, version } from "../kit/schema.ts";
import { someone } from "../people/schema.ts";

export const DIFFICULTIES = ["easy", "medium", "hard"] as const;
export const REPO_CATEGORIES = ["question", "project"] as const;
export const QUESTION_TYPES = ["coding", "conceptual"] as const;
export const ASSIGNMENT_TAGS = ["HW", "CW", "practice", "personal"] as const;
export const DISTRIBUTION_TAGS = [
  "central",
  "hw",
  "cw",
  "pw",
  "practice",
  "hm",
  "personal",
] as const;
/** The tags that the menu on a card offers. */
export const GIVEN_OUT_AS = ["hw", "practice", "cw"] as const;
export const RESPONSE_STATUSES = [
  "solved",
  "partially solved",
  "not understanding",
  "having doubt",
] as const;
export const REVIEW_STATUSES = ["pending", "approved", "not approved"] as const;
export const MAJOR_TOPICS = [
  "Basics & Syntax",
  "Data Types & Variables",
  "Operators",
  "Control Structures",
  "Functions",
  "Pointers & Memory Management",
  "Arrays",
  "String",
  "Object-Oriented Programming (OOP)",
  "Templates & Generic Programming",
  "STL",
  "Exception Handling",
  "File I/O",
  "Advanced Topics",
] as const;

export const difficulty = z.enum(DIFFICULTIES, "Difficulty is required.");
export const distributionTag = z.enum(DISTRIBUTION_TAGS);
export const responseStatus = z.enum(RESPONSE_STATUSES, "Status is required.");
export const reviewStatus = z.enum(REVIEW_STATUSES, "Review status is required.");
export type DistributionTag = z.infer<typeof distributionTag>;
export type AssignmentTag = typeof ASSIGNMENT_TAGS[number];
export type ResponseStatus = z.infer<typeof responseStatus>;

/** What learners see of a distribution tag; null while the question is not given out. */
export function assignmentTagOf(tag: DistributionTag): AssignmentTag | null {
  const tags = { hw: "HW", hm: "HW", cw: "CW", practice: "practice", pw: "practice" } as const;
  if (tag === "personal") return "personal";
  return tag === "central" ? null : tags[tag];
}

/** The distribution tags that everyone signed in sees. */
export const GENERAL_TAGS = DISTRIBUTION_TAGS.filter((tag) =>
  tag !== "central" && tag !== "personal"
);

/** The distribution tags behind an assignment tag. */
export const tagsShownAs = (shown: AssignmentTag): DistributionTag[] =>
  DISTRIBUTION_TAGS.filter((tag) => assignmentTagOf(tag) === shown);

const TEST_CASE = "Test case must have at least input and output.";
export const testCase = z.strictObject({
  input: z.string().max(20_000).refine((value) => value.trim() !== "", TEST_CASE),
  output: z.string().max(20_000).refine((value) => value.trim() !== "", TEST_CASE),
  explanation: z.string().max(5000).optional(),
});
export type TestCase = z.infer<typeof testCase>;

const SIMILAR = "Please provide both title and URL for similar question.";
export const similarQuestion = z.strictObject({
  title: z.string().trim().min(1, SIMILAR).max(200),
  url: z.string().trim().min(1, SIMILAR).pipe(link),
});

/** JSON text in a form field, checked against a schema. */
const json = <T extends z.ZodType>(schema: T, what: string) =>
  z.string().max(200_000).transform((value, check) => {
    try {
      return JSON.parse(value || "[]");
    } catch {
      check.addIssue({ code: "custom", message: `${what} must be JSON.` });
      return z.NEVER;
    }
  }).pipe(schema);

const tagList = z.array(z.string().trim().min(1).max(40)).max(20, "At most 20 tags.");
const optionalLink = z.union([z.literal("").transform(() => undefined), link]).optional();
export const FILES_MOST = 5;

/** The multipart form of a new question; `files` travel beside it. */
export const createInput = z.object({
  title: line("Title"),
  explanation: z.string().max(100_000, "Explanation is too long.").default(""),
  testCases: json(z.array(testCase).max(50, "At most 50 test cases."), "Test cases").optional(),
  difficulty,
  tags: z.string().max(1000).default("").transform((value) =>
    value.split(",").map((tag) => tag.trim()).filter((tag) => tag !== "")
  ).pipe(tagList),
  repoCategory: z.enum(REPO_CATEGORIES, "Category is required."),
  questionType: z.union([
    z.literal("").transform(() => undefined),
    z.enum(QUESTION_TYPES, "Question type is required."),
  ]).optional(),
  majorTopic: z.enum(MAJOR_TOPICS, "Major topic is required."),
  similarQuestions: json(
    z.array(similarQuestion).max(20, "At most 20 similar questions."),
    "Similar questions",
  ).optional(),
  codingPlatformLink: optionalLink,
}).refine(
  (question) => question.repoCategory !== "question" || question.questionType !== undefined,
  { path: ["questionType"], message: "Question type is required." },
);
export type CreateInput = z.infer<typeof createInput>;

export const distributionInput = z.strictObject({
  distributionTag: z.enum(GIVEN_OUT_AS, "Choose hw, practice or cw."),
  version: version.optional(),
});

export const DESCRIBE = "Describe Your Problem is required.";
export const statusInput = z.strictObject({
  responseStatus,
  submissionUrl: optionalLink,
  learningNotes: z.string().trim().max(10_000).optional(),
  studentSolution: z.string().max(100_000, "The code is too long.").optional(),
  version: version.optional(),
}).refine((response) => response.responseStatus === "solved" || response.learningNotes, {
  path: ["learningNotes"],
  message: DESCRIBE,
});
export type StatusInput = z.infer<typeof statusInput>;

export const practiceQuery = z.object({
  assignmentTag: filter(ASSIGNMENT_TAGS),
  difficulty: filter(DIFFICULTIES),
  tags: match,
  responseStatus: filter([...RESPONSE_STATUSES, "not attempted"]),
});

export const review = z.object({
  status: reviewStatus,
  comment: z.string().nullable(),
});

export const response = z.object({
  student: z.object({ _id: id, name: z.string() }),
  responseStatus,
  submissionUrl: z.string().nullable(),
  learningNotes: z.string().nullable(),
  studentSolution: z.string().nullable(),
  studentSolutionSource: z.string().nullable().optional(),
  screenshots: z.array(z.string()),
  mentorReview: review,
  gaveUpAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  version,
});
export type Response = z.infer<typeof response>;

/** The list card: the same for everyone who may see the assignment. */
export const assignmentCard = z.object({
  _id: id,
  title: z.string(),
  tags: z.array(z.string()),
  difficulty,
  repoCategory: z.enum(REPO_CATEGORIES),
  questionType: z.enum(QUESTION_TYPES).nullable(),
  majorTopic: z.enum(MAJOR_TOPICS),
  distributionTag,
  assignmentTag: z.enum(ASSIGNMENT_TAGS).nullable(),
  createdBy: someone,
  lastModifiedBy: someone,
  createdAt: time,
  updatedAt: time,
  version,
});
export type AssignmentCard = z.infer<typeof assignmentCard>;

/** A card in a learner's list: with their own response's status, if there is one. */
export const listedAssignment = assignmentCard.extend({
  responses: z.array(z.object({ student: id, responseStatus })),
});
export type ListedAssignment = z.infer<typeof listedAssignment>;

export const assignment = assignmentCard.extend({
  explanation: z.string(),
  explanationSource: z.string().optional(),
  testCases: z.array(testCase),
  similarQuestions: z.array(similarQuestion),
  codingPlatformLink: z.string().nullable(),
  files: z.array(z.string()),
  assignedTo: z.array(z.object({ _id: id, name: z.string() })),
  assignedBy: z.object({ name: z.string() }).nullable(),
  solutionVisible: z.boolean(),
  responses: z.array(response),
});
export type Assignment = z.infer<typeof assignment>;

/** Today's homework and classwork, as the public home shows them. */
export const homeworkCard = assignmentCard.pick({
  _id: true,
  title: true,
  tags: true,
  difficulty: true,
  majorTopic: true,
  distributionTag: true,
  assignmentTag: true,
  version: true,
}).extend({ givenOutAt: time });
export type HomeworkCard = z.infer<typeof homeworkCard>;

export const homeworkChange = z.union([
  homeworkCard,
  z.object({ _id: id, removed: z.literal(true) }),
]);

export const assignmentEvents = {
  "assignment.saved": assignmentCard,
  "homework.changed": homeworkChange,
};
