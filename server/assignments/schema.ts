/** Assignments and responses: constants, inputs, the list card, the detail and its events. */
import * as z from "zod";
import { filter, id, line, link, match, oneOf, page, time, version } from "../kit/schema.ts";
import { someone } from "../people/schema.ts";
import { giveUp, solution } from "../solutions/schema.ts";

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

export const difficulty = oneOf(DIFFICULTIES, "Difficulty is required.");
export const distributionTag = z.enum(DISTRIBUTION_TAGS);
export const responseStatus = oneOf(RESPONSE_STATUSES, "Status is required.");
export const reviewStatus = oneOf(REVIEW_STATUSES, "Review status is required.");
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

export const TEST_CASE = "Test case must have at least input and output.";
export const testCase = z.strictObject({
  input: z.string().max(20_000, "An input has at most 20000 characters.").refine(
    (value) => value.trim() !== "",
    TEST_CASE,
  ).meta({ pattern: "\\S" }),
  output: z.string().max(20_000, "An output has at most 20000 characters.").refine(
    (value) => value.trim() !== "",
    TEST_CASE,
  ).meta({ pattern: "\\S" }),
  explanation: z.string().max(5000, "An explanation has at most 5000 characters.").optional(),
});
export type TestCase = z.infer<typeof testCase>;

export const SIMILAR = "Please provide both title and URL for similar question.";
export const similarQuestion = z.strictObject({
  title: z.string().trim().min(1, SIMILAR).max(200, "A title has at most 200 characters."),
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
  }).pipe(schema).meta({ contentMediaType: "application/json" });

const testCases = z.array(testCase).max(50, "At most 50 test cases.");
const similarQuestions = z.array(similarQuestion).max(20, "At most 20 similar questions.");
const tagList = z.array(
  z.string().trim().min(1, "A tag must not be empty.").max(40, "A tag has at most 40 characters."),
).max(20, "At most 20 tags.");
const NO_LINK = "A link must be a full http or https address.";
const optionalLink = z.union([z.literal("").transform(() => undefined), link], NO_LINK).optional();
export const FILES_MOST = 5;
/** A whole list has at most so many at a time; `page` gets the older ones. */
export const SHELF_MOST = 500;
export const QUESTION_TYPE = "Question type is required.";
export const NOBODY = "Please select at least one student.";

/** The multipart form of a new question; `files` travel beside it. */
export const createInput = z.object({
  title: line("Title"),
  explanation: z.string().max(100_000, "Explanation is too long.").default(""),
  testCases: json(testCases, "Test cases").optional(),
  difficulty,
  tags: z.string().max(1000, "The tags are too long.").default("").transform((value) =>
    value.split(",").map((tag) => tag.trim()).filter((tag) => tag !== "")
  ).pipe(tagList),
  repoCategory: oneOf(REPO_CATEGORIES, "Category is required."),
  questionType: z.union([
    z.literal("").transform(() => undefined),
    z.enum(QUESTION_TYPES),
  ]).optional(),
  majorTopic: oneOf(MAJOR_TOPICS, "Major topic is required."),
  similarQuestions: json(similarQuestions, "Similar questions").optional(),
  codingPlatformLink: optionalLink,
}).refine(
  (question) => question.repoCategory !== "question" || question.questionType !== undefined,
  { path: ["questionType"], message: QUESTION_TYPE },
).meta({
  if: { properties: { repoCategory: { const: "question" } } },
  then: { required: ["questionType"], properties: { questionType: { enum: QUESTION_TYPES } } },
});
export type CreateInput = z.infer<typeof createInput>;

const FILE_LINK = "This is not a link to an uploaded file.";
/** The link of an uploaded file, as its id. */
const fileLink = z.string().trim().max(2000, FILE_LINK)
  .transform((value) => /^(?:https?:\/\/[^/]+)?\/api\/files\/([0-9a-f]{32})$/.exec(value)?.[1])
  .pipe(z.string(FILE_LINK))
  .meta({ pattern: "^(?:https?://[^/]+)?/api/files/[0-9a-f]{32}$" });

/** Whatever is to change; a category and a type that do not go together are found out later. */
export const editInput = z.strictObject({
  title: line("Title").optional(),
  explanation: z.string().max(100_000, "Explanation is too long.").optional(),
  testCases: testCases.optional(),
  difficulty: difficulty.optional(),
  tags: tagList.optional(),
  repoCategory: oneOf(REPO_CATEGORIES, "Category is required.").optional(),
  questionType: z.union([
    z.literal(["", null]).transform(() => null),
    z.enum(QUESTION_TYPES),
  ]).optional(),
  majorTopic: oneOf(MAJOR_TOPICS, "Major topic is required.").optional(),
  similarQuestions: similarQuestions.optional(),
  codingPlatformLink: z.union([z.literal(["", null]).transform(() => null), link], NO_LINK)
    .optional(),
  files: z.array(fileLink).max(FILES_MOST, `At most ${FILES_MOST} files.`).optional(),
  version: version.optional(),
});
export type EditInput = z.infer<typeof editInput>;

export const assignInput = z.strictObject({
  /** Everybody it is assigned to from now on. */
  assignedTo: z.array(id, NOBODY).min(1, NOBODY).max(1000, "At most 1000 students at once."),
  version: version.optional(),
});

export const distributionInput = z.strictObject({
  distributionTag: z.enum(GIVEN_OUT_AS),
  version: version.optional(),
});

export const DESCRIBE = "Describe Your Problem is required.";
export const statusInput = z.strictObject({
  responseStatus,
  submissionUrl: optionalLink,
  learningNotes: z.string().trim().max(10_000, "This must be at most 10000 characters.").optional(),
  studentSolution: z.string().max(100_000, "The code is too long.").optional(),
  screenshots: z.array(fileLink).max(FILES_MOST, `At most ${FILES_MOST} screenshots.`).default([]),
  version: version.optional(),
}).refine((response) => response.responseStatus === "solved" || response.learningNotes, {
  path: ["learningNotes"],
  message: DESCRIBE,
}).meta({
  if: { properties: { responseStatus: { const: "solved" } } },
  else: { required: ["learningNotes"], properties: { learningNotes: { pattern: "\\S" } } },
});
export type StatusInput = z.infer<typeof statusInput>;

export const shelfQuery = z.object({ page: page.optional() });

export const practiceQuery = shelfQuery.extend({
  assignmentTag: filter(ASSIGNMENT_TAGS),
  difficulty: filter(DIFFICULTIES),
  tags: match,
  responseStatus: filter([...RESPONSE_STATUSES, "not attempted"]),
});
export type PracticeFilter = z.infer<typeof practiceQuery>;

export const review = z.object({
  status: reviewStatus,
  comment: z.string().nullable(),
  /** The reviewer's correction; the student's own solution stays as it was. */
  updatedStudentSolution: z.string().nullable(),
  updatedStudentSolutionSource: z.string().nullable(),
  by: someone.nullable(),
  at: time.nullable(),
});

const student = z.object({ _id: id, name: z.string() });

export const response = z.object({
  student,
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
  /** Whether learners may see the solution, if there is one. */
  solutionVisible: z.boolean(),
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

const assigner = z.object({ name: z.string() });

/** A card that was assigned personally, and by whom; to whom is for staff. */
const assignedCard = assignmentCard.extend({
  assignedBy: assigner.nullable(),
  assignedTo: z.array(student).optional(),
});
export type AssignedCard = z.infer<typeof assignedCard>;

export const personalAssignment = assignedCard.extend(
  listedAssignment.pick({ responses: true }).shape,
);
export type PersonalAssignment = z.infer<typeof personalAssignment>;

export const assignment = assignmentCard.extend({
  explanation: z.string(),
  explanationSource: z.string().optional(),
  testCases: z.array(testCase),
  similarQuestions: z.array(similarQuestion),
  codingPlatformLink: z.string().nullable(),
  files: z.array(z.string()),
  /** Staff see everybody, a learner themselves. */
  assignedTo: z.array(student),
  assignedBy: assigner.nullable(),
  /** For staff only: a learner reads it by its own call, and has then given up. */
  solution: solution.nullable().optional(),
  /** Who looked at the solution: for staff everybody, for a learner themselves. */
  gaveUp: z.array(giveUp),
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
  /** To those it is now assigned to; and to staff, with who they are. */
  "assignment.assigned": assignedCard,
  /** To those it is not assigned to any more; unless `visible`: forget it. */
  "assignment.unassigned": z.object({ _id: id, visible: z.boolean() }),
  "homework.changed": homeworkChange,
};

const topic = ({ _id }: { _id: string }) => `assignment:${_id}`;

type Cards = (type: "assignment.saved", topic: string) => unknown;
/** An assignment's card as it is by now, where that is known. */
export const newestCard = (newest: Cards, id: string) =>
  newest("assignment.saved", topic({ _id: id })) as AssignmentCard | undefined;

export const assignmentTopics = {
  "assignment.saved": { of: topic, isState: true },
  "assignment.assigned": {
    of: topic,
    renewed: (data: AssignedCard, newest: Cards) => ({ ...data, ...newestCard(newest, data._id) }),
  },
  /** Whoever may not see it any more is not told of it, either. */
  "assignment.unassigned": {
    of: topic,
    ends: ({ visible }: { visible: boolean }) => !visible,
  },
  "homework.changed": {
    of: ({ _id }: { _id: string }) => `homework:${_id}`,
    isState: true,
  },
};
