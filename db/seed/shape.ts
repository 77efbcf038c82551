/**
 * The shapes of the demo class in `db/demo`, checked when it is read. Every time is relative, so
 * that the class looks fresh on the day it is inserted.
 */
import * as z from "zod";
import {
  DIFFICULTIES,
  DISTRIBUTION_TAGS,
  MAJOR_TOPICS,
  QUESTION_TYPES,
  REPO_CATEGORIES,
  RESPONSE_STATUSES,
  similarQuestion,
  testCase,
} from "../../server/assignments/schema.ts";
import { ENTRY_TYPES } from "../../server/doubts/schema.ts";
import { RATINGS } from "../../server/goals/schema.ts";
import { email, line, link, role, text } from "../../server/kit/schema.ts";
import { branch, name, year } from "../../server/people/schema.ts";

const minutesAgo = z.int().min(0);

/** An hour of a calendar day in the class's time zone. An hour that is still to come counts as now. */
const dayTime = z.strictObject({
  /** 0 is today. */
  daysAgo: z.int().min(0),
  /** Class time, "HH:MM". */
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like "09:30"'),
});

/** When something happened: a number of minutes before now, or an hour of a calendar day. */
const moment = z.union([minutesAgo, dayTime]);
export type Moment = z.infer<typeof moment>;

/** How the other files refer to a person: the `key` in people.yaml. */
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
  /** Mentors and admins only: what the About page shows. */
  team: z.strictObject({ blurb: z.string(), linkedin: link, github: link }).optional(),
  joined: moment,
});

/** The front matter of a question; the Markdown after it is the explanation. */
export const questionFront = z.strictObject({
  title: line("Title"),
  testCases: z.array(testCase),
  difficulty: z.enum(DIFFICULTIES),
  tags: z.array(line("A tag", 60)),
  repoCategory: z.enum(REPO_CATEGORIES),
  /** Only for the category question. */
  questionType: z.enum(QUESTION_TYPES).optional(),
  majorTopic: z.enum(MAJOR_TOPICS),
  similarQuestions: z.array(similarQuestion),
  codingPlatformLink: link.optional(),
  distributionTag: z.enum(DISTRIBUTION_TAGS),
  /** Required for the tag personal, possible for others. */
  assignedTo: z.array(personKey).optional(),
  assignedBy: personKey.optional(),
  createdBy: personKey,
  created: moment,
  lastModifiedBy: personKey.optional(),
  lastModified: moment.optional(),
});

/** The front matter of a mentors' solution; the Markdown after it is its content. */
export const solutionFront = z.strictObject({ title: line("Title"), visible: z.boolean() });

export type DemoSolution = z.infer<typeof solutionFront> & { content: string };
export type DemoQuestion = z.infer<typeof questionFront> & {
  key: string;
  explanation: string;
  solution?: DemoSolution;
};

const review = z.strictObject({
  status: z.enum(["approved", "not approved"]),
  comment: z.string(),
  by: personKey,
  minutesAgo,
});

/** One submission. Without a review it waits for one. */
const attempt = z.strictObject({
  status: z.enum(RESPONSE_STATUSES),
  submissionUrl: link.optional(),
  /** "Describe Your Problem". */
  learningNotes: z.string().default(""),
  /** A file beside this one, in the folder named after the question. */
  code: z.string().regex(/^[a-z0-9-]+\.cpp$/, "must be the name of a .cpp file").optional(),
  minutesAgo,
  review: review.optional(),
});
export type DemoAttempt = z.infer<typeof attempt>;

/** What the learners handed in for one question. */
export const responseList = z.array(attempt.extend({
  student: personKey,
  /** Earlier attempts, oldest first. */
  earlier: z.array(attempt.extend({ review })).default([]),
  /** When the learner chose to see the solution, in minutes before now. */
  gaveUp: minutesAgo.optional(),
}));
export type DemoResponse = z.infer<typeof responseList>[number] & { question: string };

/** The doubts on one question. */
export const threadList = z.array(z.strictObject({
  student: personKey,
  private: z.boolean().default(false),
  /** A mentor who has a claim on the doubt now. */
  claimedBy: personKey.optional(),
  /** Oldest first; the doubt's status follows from them. */
  entries: z.array(z.strictObject({
    by: personKey,
    type: z.enum(ENTRY_TYPES),
    minutesAgo,
    /** Markdown; only a resolve may have none. */
    message: z.string().default(""),
  })).min(1),
}));
export type DemoThread = z.infer<typeof threadList>[number] & { question: string };

/** A checklist and the daily reports of one mentor's weeks. */
export const goalList = z.array(z.strictObject({
  /** 0 is this week, which starts on Monday. */
  weeksAgo: z.int().min(0),
  items: z.array(z.strictObject({
    text: z.string(),
    completed: z.boolean(),
    /** Why it was not completed. */
    justification: z.string().default(""),
  })),
  /** Those of days that are still to come are left out. */
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
export type DemoGoal = z.infer<typeof goalList>[number] & { mentor: string };

const linkList = z.array(link);

/** The files that are one list or one page each. */
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
  /** What visitors wrote in the contact form. */
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

export type DemoClass = {
  people: z.infer<(typeof files)["people.yaml"]>;
  questions: DemoQuestion[];
  responses: DemoResponse[];
  threads: DemoThread[];
  goals: DemoGoal[];
  briefings: z.infer<(typeof files)["briefings.yaml"]>;
  announcements: z.infer<(typeof files)["announcements.yaml"]>;
  messages: z.infer<(typeof files)["messages.yaml"]>;
  contactMessages: z.infer<(typeof files)["contact.yaml"]>;
  about: z.infer<(typeof files)["about.yaml"]>;
};
