/**
 * The schemas of the demo class in `db/demo`. Every time is relative, so that the class looks fresh
 * on the day of its insertion.
 */
import * as z from "zod";
import {
  DIFFICULTIES,
  DISTRIBUTION_TAGS,
  LATE_RULES,
  MAJOR_TOPICS,
  QUESTION_TYPES,
  REPO_CATEGORIES,
  similarQuestion,
} from "../../server/assignments/schema.ts";
import { RESPONSE_STATUSES } from "../../server/assignments/responses/schema.ts";
import { testCase } from "../../server/assignments/cases/schema.ts";
import { fileName, givenFiles } from "../../server/assignments/given-files/schema.ts";
import { USUAL_SETTINGS } from "../../server/languages/types.ts";
import { rubricPointInput } from "../../server/rubrics/schema.ts";
import { ENTRY_TYPES, PROGRAM_READERS } from "../../server/doubts/schema.ts";
import { RATINGS } from "../../server/goals/schema.ts";
import { email, line, link, role, text } from "../../server/kit/core/schema.ts";
import { branch, name, year } from "../../server/people/schema.ts";
import { caseResult, diagnostic } from "../../server/languages/schema.ts";
import { judgeInput, RUN_ORIGINS } from "../../server/runs/schema.ts";

const minutesAgo = z.int().min(0);

/** A time of a calendar day in the class's time zone. A time in the future counts as now. */
const dayTime = z.strictObject({
  /** 0 is today. */
  daysAgo: z.int().min(0),
  /** "HH:MM" in the class's time zone. */
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like "09:30"'),
});

/** A due date, relative to the day of the insertion. */
const dueTime = z.union([
  z.strictObject({ minutesAhead: z.int().min(1) }),
  /** 0 is today, or tomorrow if that is too soon. */
  z.strictObject({ daysAhead: z.int().min(0), at: dayTime.shape.at }),
  z.strictObject({ daysAgo: z.int().min(1), at: dayTime.shape.at }),
]);
export type DueTime = z.infer<typeof dueTime>;

/** A point in time: a number of minutes before now, or a time of a calendar day. */
const moment = z.union([minutesAgo, dayTime]);
export type Moment = z.infer<typeof moment>;

/** The reference of other files to a person: the `key` in people.yaml. */
const personKey = z.string().regex(/^[a-z]+\d*$/, "must be a person's key, like student7");

const person = z.strictObject({
  key: personKey,
  name,
  email,
  role,
  /** Students and volunteers only. */
  branch: branch.optional(),
  /** Students and volunteers only: the year of study. */
  year: year.optional(),
  /** Mentors and admins only: shown on the About page. */
  team: z.strictObject({ blurb: z.string(), linkedin: link, github: link }).optional(),
  joined: moment,
});

/** The front matter of a question; the Markdown after it is the explanation. */
export const questionFront = z.strictObject({
  title: line("Title"),
  testCases: z.array(testCase),
  /** The judge's settings that differ from the usual ones. */
  judge: judgeInput.default(USUAL_SETTINGS),
  /** Files beside the student's own. */
  givenFiles: givenFiles.default([]),
  /** Of the student's own file. */
  fileName: fileName.optional(),
  difficulty: z.enum(DIFFICULTIES),
  tags: z.array(line("A tag", 60)),
  repoCategory: z.enum(REPO_CATEGORIES),
  /** Only for the category "question". */
  questionType: z.enum(QUESTION_TYPES).optional(),
  majorTopic: z.enum(MAJOR_TOPICS),
  similarQuestions: z.array(similarQuestion),
  codingPlatformLink: link.optional(),
  distributionTag: z.enum(DISTRIBUTION_TAGS),
  due: dueTime.optional(),
  lateRule: z.enum(LATE_RULES).default("marked"),
  /** Required for the tag "personal", optional for others. */
  assignedTo: z.array(personKey).optional(),
  /** The points that a review may give. */
  rubric: z.array(rubricPointInput).default([]),
  assignedBy: personKey.optional(),
  createdBy: personKey,
  created: moment,
  lastModifiedBy: personKey.optional(),
  lastModified: moment.optional(),
});

/** The front matter of a mentors' solution; the Markdown after it is its content. */
export const solutionFront = z.strictObject({ title: line("Title"), visible: z.boolean() });

export type DemoQuestion = z.infer<typeof questionFront> & {
  key: string;
  explanation: string;
  /** The program that the editor begins with. */
  starter?: string;
  solution?: z.infer<typeof solutionFront> & { content: string };
};

const review = z.strictObject({
  status: z.enum(["approved", "not approved"]),
  comment: z.string(),
  by: personKey,
  minutesAgo,
});

/** A program. The YAML has the name of its file, in the folder that `responses` has for the question. */
const program = z.string();

/** One attempt. Without a review, it is pending. */
const attempt = z.strictObject({
  status: z.enum(RESPONSE_STATUSES),
  submissionUrl: link.optional(),
  /** The field "Describe Your Problem". */
  learningNotes: z.string().default(""),
  code: program.optional(),
  minutesAgo,
  review: review.optional(),
});
export type DemoAttempt = z.infer<typeof attempt>;

/** The learners' responses to one question. */
export const responseList = z.array(attempt.extend({
  student: personKey,
  /** Earlier attempts, oldest first. */
  earlier: z.array(attempt.extend({ review })).default([]),
  /** The time at which the learner chose to see the solution, in minutes before now. */
  gaveUp: minutesAgo.optional(),
}));
export type DemoResponse = z.infer<typeof responseList>[number] & { question: string };

/** How one case ended. Fields that are left out are as for a case that passed. */
export const demoCase = caseResult.extend({
  verdict: caseResult.shape.verdict.default("passed"),
  /** By default the output that the case expects. */
  output: caseResult.shape.output.optional(),
  errors: caseResult.shape.errors.default(""),
  sentence: caseResult.shape.sentence.default(null),
  line: caseResult.shape.line.default(null),
  exitCode: caseResult.shape.exitCode.default(0),
  ms: caseResult.shape.ms.default(4),
});

/** The results of the cases that a learner sees, in order; those left out have passed. */
const demoCases = z.array(demoCase).default([]);
export type DemoCase = z.infer<typeof demoCase>;

/** Runs of programs on one question. */
export const runList = z.array(z.strictObject({
  student: personKey,
  code: program,
  minutesAgo,
  origin: z.enum(RUN_ORIGINS).default("browser"),
  /** The compiler's messages. With an error among them, the program has not run. */
  diagnostics: z.array(diagnostic.extend({
    severity: diagnostic.shape.severity.default("error"),
  })).default([]),
  cases: demoCases,
  /** The mentor who has asked the server for a verification that has not begun. */
  waitingFor: personKey.optional(),
  /** The server's result. */
  verified: z.strictObject({
    minutesAgo,
    /** How many of the hidden cases fail. */
    hiddenFailed: z.int().min(0).default(0),
    /** Only where the visible cases ended otherwise than the browser says. */
    cases: z.array(demoCase).optional(),
  }).optional(),
  /** Why the server could not run it. */
  failed: z.string().optional(),
}));
export type DemoRun = z.infer<typeof runList>[number] & { question: string };

/** The doubts on one question. */
export const threadList = z.array(z.strictObject({
  student: personKey,
  private: z.boolean().default(false),
  anonymous: z.boolean().default(false),
  /** A mentor who has a claim on the doubt at the time of the insertion. */
  claimedBy: personKey.optional(),
  /** Whom its programs are shown to, besides the student. */
  programShown: z.enum(PROGRAM_READERS).default("class"),
  /** When a mentor kept it for later classes. */
  kept: minutesAgo.optional(),
  /** Oldest first. The doubt's stage follows from them. */
  entries: z.array(z.strictObject({
    by: personKey,
    type: z.enum(ENTRY_TYPES),
    minutesAgo,
    /** Markdown; only an entry of the type "resolve" may have none. */
    message: z.string().default(""),
    /** The student's program: a run of it is among the question's runs. */
    code: program.optional(),
    /** Of a reply: whether it helped, as the student says. */
    helped: z.boolean().optional(),
    /** Of a reply: comments on lines of the newest program. */
    comments: z.array(z.strictObject({
      from: z.int().min(1),
      to: z.int().min(1).optional(),
      text: text("The comment"),
      /** Whether the student says that it is done. */
      done: z.boolean().default(false),
    })).default([]),
    /** Of a reply: a change of the newest program, and what the mentor's browser said of it. */
    proposal: z.strictObject({
      code: program,
      passed: z.int().min(0),
      total: z.int().min(0),
    }).optional(),
  })).min(1),
}));
export type DemoThread = z.infer<typeof threadList>[number] & { question: string };

/** A checklist and the daily reports of one mentor's weeks. */
export const goalList = z.array(z.strictObject({
  /** 0 is this week. Weeks start on Monday. */
  weeksAgo: z.int().min(0),
  items: z.array(z.strictObject({
    text: z.string(),
    completed: z.boolean(),
    /** Why it was not completed. */
    justification: z.string().default(""),
  })),
  /** Reports of future days are left out. */
  dailyReports: z.array(z.strictObject({
    /** 0 is Monday, 6 is Sunday. */
    weekday: z.int().min(0).max(6),
    update: z.string(),
    isCompleted: z.boolean(),
    justification: z.string().default(""),
    rating: z.enum(RATINGS),
  })),
  /** The summary of a past week. */
  weeklyJustification: z.string().default(""),
}));

const linkList = z.array(link);

/** The files that contain one list or one page each. */
export const files = {
  "people.yaml": z.array(person),
  "briefings.yaml": z.array(z.strictObject({
    by: personKey,
    written: dayTime,
    classSummary: text("The summary"),
    classQuestions: text("The class questions"),
    homeworkQuestions: text("The homework questions"),
  })),
  "announcements.yaml": z.array(z.strictObject({
    by: personKey,
    sent: moment,
    subject: line("Subject"),
    body: text("Message"),
    links: linkList,
  })),
  /** A message without recipients is public. */
  "messages.yaml": z.array(z.strictObject({
    by: personKey,
    to: z.array(personKey).default([]),
    sent: moment,
    subject: line("Subject"),
    body: text("Message"),
    links: linkList,
  })),
  /** Visitors' messages from the contact form. */
  "contact.yaml": z.array(z.strictObject({
    name,
    email,
    message: text("Message"),
    sent: moment,
  })),
  "about.yaml": z.strictObject({
    story: text("The story"),
    mission: text("The mission"),
    milestones: z.array(z.strictObject({ year: z.int(), title: z.string(), text: z.string() })),
  }),
};
