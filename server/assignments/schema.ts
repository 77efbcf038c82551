/** Assignments and responses: constants, inputs, the list card, the detail and the events. */
import * as z from "zod";
import {
  appearsAt,
  filter,
  from,
  id,
  line,
  link,
  match,
  moment,
  oneOf,
  page,
  shown,
  someone,
  time,
  title,
  version,
} from "../kit/core/schema.ts";
import { LANGUAGES } from "../languages/types.ts";
import { reviewRubric } from "../rubrics/schema.ts";
import {
  CASES_MOST,
  judgeInput,
  judgeSettings,
  lastRun,
  responseRun,
  starter,
} from "../runs/schema.ts";
import { audience, audienceInput } from "../sections/schema.ts";
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
/** The distribution tags in the menu of a card. */
export const CLASS_DISTRIBUTION_TAGS = ["hw", "practice", "cw"] as const;
export const RESPONSE_STATUSES = [
  "solved",
  "partially solved",
  "not understanding",
  "having doubt",
] as const;
export const REVIEW_STATUSES = ["pending", "approved", "not approved"] as const;
/** The ways in which a response after the due date is treated. */
export const LATE_RULES = [
  /** It counts like any other. */
  "open",
  /** It is accepted and marked as late. */
  "marked",
  /** It is refused. */
  "closed",
] as const;
/** The tags that a new question may get in its form. */
export const NEW_TAGS = ["central", "hw", "cw", "practice", "personal"] as const;
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
export type LateRule = typeof LATE_RULES[number];
export type DistributionTag = z.infer<typeof distributionTag>;
export type AssignmentTag = typeof ASSIGNMENT_TAGS[number];
export type ResponseStatus = z.infer<typeof responseStatus>;

/** Returns the tag that learners see; null while the assignment is not distributed. */
export function assignmentTagOf(tag: DistributionTag): AssignmentTag | null {
  const tags = { hw: "HW", hm: "HW", cw: "CW", practice: "practice", pw: "practice" } as const;
  if (tag === "personal") return "personal";
  return tag === "central" ? null : tags[tag];
}

/** The distribution tags of assignments that everyone signed in can see. */
export const GENERAL_TAGS = DISTRIBUTION_TAGS.filter((tag) =>
  tag !== "central" && tag !== "personal"
);

/** Returns the distribution tags that learners see as this assignment tag. */
export const distributionTagsOf = (shown: AssignmentTag): DistributionTag[] =>
  DISTRIBUTION_TAGS.filter((tag) => assignmentTagOf(tag) === shown);

export const TEST_CASE = "Test case must have at least input and output.";
/** The most characters of a case's input, and of its output. */
export const CASE_TEXT_MOST = 20_000;
export const testCase = z.strictObject({
  input: z.string().max(CASE_TEXT_MOST, "An input has at most 20000 characters.").refine(
    (value) => value.trim() !== "",
    TEST_CASE,
  ).meta({ pattern: "\\S" }),
  output: z.string().max(CASE_TEXT_MOST, "An output has at most 20000 characters.").refine(
    (value) => value.trim() !== "",
    TEST_CASE,
  ).meta({ pattern: "\\S" }),
  explanation: z.string().max(5000, "An explanation has at most 5000 characters.").optional(),
  /** Only staff see a hidden case, and only the server runs it. */
  hidden: z.boolean().optional(),
});
export type TestCase = z.infer<typeof testCase>;

export const WRONG_MOST = 5;
/** A program with a mistake that students make: it must fail one of the question's cases. */
export const wrongSolution = z.strictObject({
  source: z.string().max(20_000, "A wrong solution has at most 20000 characters.").refine(
    (value) => value.trim() !== "",
    "Enter the wrong program, or remove it.",
  ).meta({ pattern: "\\S" }),
  /** The number of the case that it must fail, from 1; without it, any case. */
  mustFail: z.int().min(1).max(CASES_MOST).optional(),
});
export type WrongSolution = z.infer<typeof wrongSolution>;

export const SIMILAR_QUESTION_MESSAGE = "Please provide both title and URL for similar question.";
export const similarQuestion = z.strictObject({
  title: title().min(1, SIMILAR_QUESTION_MESSAGE).max(
    200,
    "A title has at most 200 characters.",
  ),
  url: z.string().trim().min(1, SIMILAR_QUESTION_MESSAGE).pipe(link),
});

/**
 * A form field that contains JSON, checked against a schema.
 * @param empty the value of an empty field
 */
const json = <T extends z.ZodType>(schema: T, what: string, empty = "[]") =>
  z.string().max(200_000).transform((value, check) => {
    try {
      return JSON.parse(value || empty);
    } catch {
      check.addIssue({ code: "custom", message: `${what} must be JSON.` });
      return z.NEVER;
    }
  }).pipe(schema).meta({ contentMediaType: "application/json" });

const tag = title().min(1, "A tag must not be empty.")
  .max(40, "A tag has at most 40 characters.");
const NO_LINK = "A link must be a full http or https address.";
/** An optional form field: it may be missing or empty. */
const orBlank = <T extends z.ZodType>(field: T, error?: string) =>
  z.union([z.literal("").transform(() => undefined), field], error).optional();
/** A field that "" or null clears. */
const orNone = <T extends z.ZodType>(field: T, error?: string) =>
  z.union([z.literal(["", null]).transform(() => null), field], error);
export const FILES_MOST = 5;
/** The most rows on one page of an assignment list. */
export const ASSIGNMENTS_PER_PAGE = 500;
export const QUESTION_TYPE = "Question type is required.";
/** The most students that an assignment is assigned to. */
export const ASSIGNED_MOST = 1000;
export const NO_STUDENTS_MESSAGE = "Please select at least one student.";

/** Splits typed tags at the commas. */
export const tagsOf = (typed: string): string[] =>
  typed.split(",").map(shown).filter((tag) => tag !== "");

export const DUE_SHAPE = "A due date is a date and a time, like 2026-11-30T17:00.";
/** The furthest due date, in days from now. */
export const DUE_DAYS_MOST = 730;
/** When an assignment is due; "" or null: it is not. */
const due = { dueAt: orNone(moment(DUE_SHAPE), DUE_SHAPE), lateRule: z.enum(LATE_RULES) };
export type DueInput = { dueAt?: string | null | undefined; lateRule?: LateRule | undefined };

/** How a prepared assignment will be given out, by whom, and to which students. */
export type Plan = {
  distributionTag: "hw" | "cw" | "practice" | "personal";
  assignedTo: string[];
  byId: string;
};

/** The fields of a question. Creating and editing differ only in how they express "none". */
const question = {
  title: line("Title"),
  explanation: z.string().max(100_000, "Explanation is too long."),
  testCases: z.array(testCase).max(CASES_MOST, `At most ${CASES_MOST} test cases.`),
  difficulty,
  tags: z.array(tag).max(20, "At most 20 tags."),
  repoCategory: oneOf(REPO_CATEGORIES, "Category is required."),
  questionType: z.enum(QUESTION_TYPES),
  majorTopic: oneOf(MAJOR_TOPICS, "Major topic is required."),
  similarQuestions: z.array(similarQuestion).max(20, "At most 20 similar questions."),
  codingPlatformLink: link,
  /** The text that the editor begins with. */
  starter,
  /** A program that solves it. Only staff get it. */
  model: starter,
  /** Programs that its cases must tell from a right one. Only staff get them. */
  wrongSolutions: z.array(wrongSolution).max(WRONG_MOST, `At most ${WRONG_MOST} wrong solutions.`),
  /** How programs are compiled, limited and compared. */
  judge: judgeInput,
};

/**
 * The text fields of the multipart form for a new question. The form also has the uploads, `files`.
 */
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
  judge: json(question.judge, "The judge's settings", "{}").optional(),
  /** How it is given out at once. By default it is not: it is kept as `central`. */
  distributionTag: orBlank(z.enum(NEW_TAGS)),
  /** The students that it is assigned to personally. */
  assignedTo: json(
    z.array(id).max(ASSIGNED_MOST, `At most ${ASSIGNED_MOST} students at once.`),
    "The students",
  ).optional(),
  dueAt: orBlank(moment(DUE_SHAPE), DUE_SHAPE),
  lateRule: orBlank(z.enum(LATE_RULES)),
  /** When it is given out so. Until then only staff see it. Without a time, at once. */
  appearsAt,
  /** The sections that it is for when it is given out to the class; as JSON. */
  audience: json(audienceInput, "The sections", "null").optional(),
}).refine(
  (question) => question.repoCategory !== "question" || question.questionType !== undefined,
  { path: ["questionType"], message: QUESTION_TYPE },
).meta({
  if: { properties: { repoCategory: { const: "question" } } },
  then: { required: ["questionType"], properties: { questionType: { enum: QUESTION_TYPES } } },
});
export type CreateInput = z.infer<typeof createInput>;

const FILE_LINK = "This is not a link to an uploaded file.";
/** The link of an uploaded file, converted to the file's id. */
const fileLink = z.string().trim().max(2000, FILE_LINK)
  .transform((value) => /^(?:https?:\/\/[^/]+)?\/api\/files\/([0-9a-f]{32})$/.exec(value)?.[1])
  .pipe(z.string(FILE_LINK))
  .meta({ pattern: "^(?:https?://[^/]+)?/api/files/[0-9a-f]{32}$" });

/**
 * The fields of a question to change. The command `edit` checks that category and type fit
 * together, because one of the two may be only in the database.
 */
export const editInput = z.strictObject({
  ...question,
  questionType: orNone(question.questionType),
  codingPlatformLink: orNone(link, NO_LINK),
  starter: orNone(starter),
  model: orNone(starter),
  files: z.array(fileLink).max(FILES_MOST, `At most ${FILES_MOST} files.`),
  ...due,
  /** Only while it is prepared. */
  appearsAt: moment(),
  audience: audienceInput,
  version,
}).partial();
export type EditInput = z.infer<typeof editInput>;

export const assignInput = z.strictObject({
  /** All students that it is assigned to from now on; other students lose it. */
  assignedTo: z.array(id, NO_STUDENTS_MESSAGE).min(1, NO_STUDENTS_MESSAGE).max(
    ASSIGNED_MOST,
    `At most ${ASSIGNED_MOST} students at once.`,
  ),
  dueAt: due.dueAt.optional(),
  lateRule: due.lateRule.optional(),
  /** When it is assigned, if nobody else has it yet. Without a time, at once. */
  appearsAt,
  version: version.optional(),
});
export type AssignInput = z.infer<typeof assignInput>;

export const distributionInput = z.strictObject({
  distributionTag: z.enum(CLASS_DISTRIBUTION_TAGS),
  /** Without it, a due date in the future stays, and an earlier one ends. */
  dueAt: due.dueAt.optional(),
  lateRule: due.lateRule.optional(),
  /** When it is given out, if nobody has it yet. Without a time, at once. */
  appearsAt,
  audience: audienceInput,
  version: version.optional(),
});
export type DistributionInput = z.infer<typeof distributionInput>;

export const DESCRIBE_PROBLEM_MESSAGE = "Describe Your Problem is required.";
/** For so many days a device may have been without a connection when a late response arrives. */
export const SENT_DAYS_MOST = 3;

/** A response. Its form and its call differ only in whether the status may be missing. */
const responseFields = {
  responseStatus,
  submissionUrl: orBlank(link, NO_LINK),
  learningNotes: z.string().trim().max(10_000, "This must be at most 10000 characters.").optional(),
  studentSolution: z.string().max(100_000, "The code is too long.").optional(),
  /** Of the code. Without it, the first that the question takes. */
  language: z.enum(LANGUAGES).optional(),
  screenshots: z.array(fileLink).max(FILES_MOST, `At most ${FILES_MOST} screenshots.`).default([]),
  /**
   * When the learner's device first tried to send it, if it could not be sent at once. It counts
   * from when the assignment was given out, and for the last `SENT_DAYS_MOST` days.
   */
  sentAt: z.string().regex(z.regexes.datetime({}), "This is not a time in UTC.").optional(),
  version: version.optional(),
};
const needsNotes = {
  path: ["learningNotes"],
  message: DESCRIBE_PROBLEM_MESSAGE,
};
const notesRule = {
  if: { properties: { responseStatus: { const: "solved" } } },
  else: { required: ["learningNotes"], properties: { learningNotes: { pattern: "\\S" } } },
};

export const statusInput = z.strictObject(responseFields)
  .refine(
    (response) => response.responseStatus === "solved" || response.learningNotes,
    needsNotes,
  ).meta(notesRule);
/** As the call takes it: without a status, the status follows from the learner's last run. */
export const respondInput = z.strictObject({
  ...responseFields,
  responseStatus: responseStatus.optional(),
}).refine(
  ({ responseStatus = "solved", learningNotes }) => responseStatus === "solved" || learningNotes,
  needsNotes,
).meta(notesRule);
export type RespondInput = z.infer<typeof respondInput>;
export type StatusInput = z.infer<typeof statusInput>;

export const shelfQuery = z.object({ page: page.optional(), from: from.optional() });

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
  /** The reviewer's correction. The student's own solution stays unchanged. */
  updatedStudentSolution: z.string().nullable(),
  updatedStudentSolutionSource: z.string().nullable(),
  /** The points that it gave; events of earlier versions do not have them. */
  rubric: reviewRubric.nullable().optional(),
  by: someone.nullable(),
  at: time.nullable(),
});

const student = z.object({ _id: id, name: z.string() });

export const response = z.object({
  /** With the ids of the student's sections, if there are any. */
  student: student.extend({ sections: z.array(id).optional() }),
  responseStatus,
  submissionUrl: z.string().nullable(),
  learningNotes: z.string().nullable(),
  studentSolution: z.string().nullable(),
  studentSolutionSource: z.string().nullable().optional(),
  language: z.enum(LANGUAGES).nullable().optional(),
  screenshots: z.array(z.string()),
  /** The run of the code that was handed in, if the server knows one. */
  run: responseRun.nullable().optional(),
  /** Whether it came after the due date. */
  late: z.boolean().optional(),
  /**
   * When it was handed in by the clock of the learner's device, if that was in time and it arrived
   * late.
   */
  sentAt: time.nullable().optional(),
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
  /** Events of earlier versions do not have it. */
  dueAt: time.nullable().optional(),
  lateRule: z.enum(LATE_RULES).optional(),
  /** While it is prepared, for staff: how it will be given out, when, and to how many students. */
  prepared: z.object({
    appearsAt: time,
    distributionTag,
    students: z.int(),
  }).optional(),
  /** The name of the ended term that it belongs to: it is read-only. */
  term: z.string().optional(),
  audience,
  /** Whether learners may see the solution, if there is one. */
  solutionVisible: z.boolean(),
  createdBy: someone,
  lastModifiedBy: someone,
  createdAt: time,
  updatedAt: time,
  version,
});
export type AssignmentCard = z.infer<typeof assignmentCard>;

/** A card in a list, with the status of the asker's own response if there is one. */
export const listedAssignment = assignmentCard.extend({
  responses: z.array(z.object({
    student: id,
    responseStatus,
    late: z.boolean().optional(),
    /** The run of the code that was handed in, if the server knows one. */
    run: responseRun.nullable().optional(),
  })),
});
export type ListedAssignment = z.infer<typeof listedAssignment>;

const assigner = z.object({ name: z.string() });

/** A personally assigned card with the person who assigned it; only staff get the students. */
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
  /** For staff with the hidden cases, for learners without. */
  testCases: z.array(testCase),
  /** How many cases are hidden from learners. */
  hiddenCases: z.int(),
  /** For a learner, their own. */
  lastRun: lastRun.optional(),
  starter: z.string().nullable(),
  /** For staff only, as the wrong solutions. */
  model: z.string().nullable().optional(),
  wrongSolutions: z.array(wrongSolution).optional(),
  judge: judgeSettings,
  similarQuestions: z.array(similarQuestion),
  codingPlatformLink: z.string().nullable(),
  files: z.array(z.string()),
  /** For staff all students, for a learner only themselves. */
  assignedTo: z.array(student),
  assignedBy: assigner.nullable(),
  /**
   * For staff only. A learner reads the solution with a call of its own, which is recorded as
   * giving up.
   */
  solution: solution.nullable().optional(),
  /**
   * The students who gave up and read the solution: for staff all of them, for a learner only
   * themselves.
   */
  gaveUp: z.array(giveUp),
  responses: z.array(response),
});
export type Assignment = z.infer<typeof assignment>;

/** The card of today's homework or classwork on the public home page. */
export const homeworkCard = assignmentCard.pick({
  _id: true,
  title: true,
  tags: true,
  difficulty: true,
  majorTopic: true,
  distributionTag: true,
  assignmentTag: true,
  dueAt: true,
  lateRule: true,
  version: true,
}).extend({ givenOutAt: time });
export type HomeworkCard = z.infer<typeof homeworkCard>;

export const homeworkChange = z.union([
  homeworkCard,
  z.object({ _id: id, removed: z.literal(true) }),
]);

export const assignmentEvents = {
  "assignment.saved": assignmentCard,
  /** To the students it is now assigned to, and to staff; only staff get the students' names. */
  "assignment.assigned": assignedCard,
  /**
   * To the students it is no longer assigned to. Unless `visible` is true, clients must drop the
   * assignment.
   */
  "assignment.unassigned": z.object({ _id: id, visible: z.boolean() }),
  "homework.changed": homeworkChange,
};

const topic = ({ _id }: { _id: string }) => `assignment:${_id}`;

type Cards = (type: "assignment.saved" | "announcement.saved", topic: string) => unknown;
/**
 * Returns the newest card of an assignment among the events that are being sent, if there is one.
 */
export const newestCard = (newest: Cards, id: string) =>
  newest("assignment.saved", topic({ _id: id })) as AssignmentCard | undefined;

export const assignmentEventRules = {
  "assignment.saved": { of: topic, isState: true },
  "assignment.assigned": {
    of: topic,
    renewed: (data: AssignedCard, newest: Cards) => ({ ...data, ...newestCard(newest, data._id) }),
  },
  /** A person who may no longer see the assignment is not sent earlier events about it. */
  "assignment.unassigned": {
    of: topic,
    ends: ({ visible }: { visible: boolean }) => !visible,
  },
  "homework.changed": {
    of: ({ _id }: { _id: string }) => `homework:${_id}`,
    isState: true,
  },
};
