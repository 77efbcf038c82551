/** Assignments: constants, how they are given out, the list card, the detail and the events. */
import * as z from "zod";
import {
  appearsAt,
  filter,
  from,
  id,
  link,
  match,
  moment,
  oneOf,
  page,
  someone,
  time,
  title,
  version,
} from "../kit/core/schema.ts";
import { judgeSettings } from "../languages/schema.ts";
import { lastRun, responseRun } from "../runs/schema.ts";
import { audience, audienceInput } from "../sections/schema.ts";
import { giveUp, solution } from "../solutions/schema.ts";
import { testCase, wrongSolution } from "./cases/schema.ts";
import { givenFile } from "./given-files/schema.ts";
import { response, RESPONSE_STATUSES, responseStatus } from "./responses/schema.ts";

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
export const CLASS_DISTRIBUTION_TAGS = ["hw", "practice", "cw"] as const;
export const LATE_RULES = [
  /** It counts like any other. */
  "open",
  /** It is accepted and marked as late. */
  "marked",
  /** It is refused. */
  "closed",
] as const;
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
export type LateRule = typeof LATE_RULES[number];
export type DistributionTag = z.infer<typeof distributionTag>;
export type AssignmentTag = typeof ASSIGNMENT_TAGS[number];

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

export const SIMILAR_QUESTION_MESSAGE = "Please provide both title and URL for similar question.";
export const similarQuestion = z.strictObject({
  title: title(SIMILAR_QUESTION_MESSAGE).min(1, SIMILAR_QUESTION_MESSAGE).max(
    200,
    "A title has at most 200 characters.",
  ),
  url: z.string(SIMILAR_QUESTION_MESSAGE).trim().min(1, SIMILAR_QUESTION_MESSAGE).pipe(link),
});

/** A field that "" or null clears. */
export const orNone = <T extends z.ZodType>(field: T, error?: string) =>
  z.union([z.literal(["", null]).transform(() => null), field], error);
export const ASSIGNMENTS_PER_PAGE = 500;
export const ASSIGNED_MOST = 1000;
export const NO_STUDENTS_MESSAGE = "Please select at least one student.";

export const DUE_SHAPE = "A due date is a date and a time, like 2026-11-30T17:00.";
/** The furthest due date, in days from now. */
export const DUE_DAYS_MOST = 730;
/** When an assignment is due; "" or null: it is not. */
export const due = { dueAt: orNone(moment(DUE_SHAPE), DUE_SHAPE), lateRule: z.enum(LATE_RULES) };
export type DueInput = { dueAt?: string | null | undefined; lateRule?: LateRule | undefined };

export type Plan = {
  distributionTag: "hw" | "cw" | "practice" | "personal";
  assignedTo: string[];
  byId: string;
};

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

export const shelfQuery = z.object({ page: page.optional(), from: from.optional() });

export const practiceQuery = shelfQuery.extend({
  assignmentTag: filter(ASSIGNMENT_TAGS),
  difficulty: filter(DIFFICULTIES),
  tags: match,
  responseStatus: filter([...RESPONSE_STATUSES, "not attempted"]),
});
export type PracticeFilter = z.infer<typeof practiceQuery>;

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
  dueAt: time.nullable(),
  lateRule: z.enum(LATE_RULES),
  /** While it is prepared, for staff: how it will be given out, when, and to how many students. */
  prepared: z.object({
    appearsAt: time,
    distributionTag,
    students: z.int(),
  }).optional(),
  /** The name of the ended term that it belongs to: it is read-only. */
  term: z.string().optional(),
  audience,
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
    run: responseRun.nullable().optional(),
  })),
});
export type ListedAssignment = z.infer<typeof listedAssignment>;

const student = z.object({ _id: id, name: z.string() });
const assigner = z.object({ name: z.string() });

/** A personally assigned card with the person who assigned it; only staff get the students. */
const assignedCard = assignmentCard.extend({
  assignedBy: assigner.nullable(),
  assignedTo: z.array(student).optional(),
});

export const personalAssignment = assignedCard.extend(
  listedAssignment.pick({ responses: true }).shape,
);
export type PersonalAssignment = z.infer<typeof personalAssignment>;

export const assignment = assignmentCard.extend({
  explanation: z.string(),
  explanationSource: z.string().optional(),
  /** For staff with the hidden cases, for learners without. */
  testCases: z.array(testCase),
  hiddenCases: z.int(),
  /** For a learner, their own. */
  lastRun: lastRun.optional(),
  starter: z.string().nullable(),
  /** For staff only, as the wrong solutions. */
  model: z.string().nullable().optional(),
  wrongSolutions: z.array(wrongSolution).optional(),
  judge: judgeSettings,
  /** For staff with the hidden files, for learners without. */
  givenFiles: z.array(givenFile),
  /** How many files are hidden from learners: only the server has them. */
  hiddenFiles: z.int(),
  fileName: z.string(),
  similarQuestions: z.array(similarQuestion),
  codingPlatformLink: z.string().nullable(),
  files: z.array(z.string()),
  /** For staff all students, for a learner only themselves. */
  assignedTo: z.array(student),
  assignedBy: assigner.nullable(),
  /** For staff only: a learner's own call for it is recorded as giving up. */
  solution: solution.nullable().optional(),
  /** The students who gave up: for staff all of them, for a learner only themselves. */
  gaveUp: z.array(giveUp),
  responses: z.array(response),
});
export type Assignment = z.infer<typeof assignment>;

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
  /** To students who lose it. Unless `visible` is true, clients drop the assignment. */
  "assignment.unassigned": z.object({ _id: id, visible: z.boolean() }),
  "homework.changed": homeworkChange,
};
