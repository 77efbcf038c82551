/** The dashboards' figures, and the event for a change to them. */
import * as z from "zod";
import { listedAssignment, MAJOR_TOPICS } from "../assignments/schema.ts";
import { doubtCard } from "../doubts/schema.ts";
import { id, someone, time } from "../kit/core/schema.ts";

/** The number of a topic's assignments that the whole class has. */
export const topicFigure = <Topic extends (typeof MAJOR_TOPICS)[number]>(topic: Topic) =>
  `topic ${topic}` as const;
export const TOPIC_FIGURES = MAJOR_TOPICS.map(topicFigure);

/** The figures that triggers count: some for the whole class, some for each mentor. */
export const FIGURES = [
  "student",
  "volunteer",
  "mentor",
  "admin",
  /** Questions and projects, for the class and for each person who created them. */
  "question",
  "homework",
  "classwork",
  "doubt",
  /** Doubts that a mentor has replied to; each counts once. */
  "replied",
  "message",
  /** Personal messages that a mentor has sent. */
  "personal",
  ...TOPIC_FIGURES,
] as const;
export type Figure = typeof FIGURES[number];

const count = z.int().min(0);

export const mentorFigures = z.object({
  totalQuestions: count,
  totalDoubtsReplied: count,
  totalPersonalMessages: count,
});
export type MentorFigures = z.infer<typeof mentorFigures>;

export const adminFigures = z.object({
  totalStudents: count,
  totalMentors: count,
  totalVolunteers: count,
  totalQuestions: count,
  totalMessages: count,
  totalDoubts: count,
});
export type AdminFigures = z.infer<typeof adminFigures>;

/** Pending assignments are distributed or assigned, and not solved yet. */
export const studentFigures = z.object({
  totalSolved: count,
  pendingHW: count,
  pendingCW: count,
  pendingPersonal: count,
});
export type StudentFigures = z.infer<typeof studentFigures>;

/** A learner's unsolved work that is due, was given out today, or is assigned to them. */
export const openWork = listedAssignment.extend({
  givenOutAt: time.nullable(),
  /** The visible cases that their last run passed. */
  lastRun: z.object({ passed: count, total: count }).nullable(),
});
export type OpenWork = z.infer<typeof openWork>;

/** A response that was not approved. */
export const wantedChange = z.object({
  assignmentId: id,
  title: z.string(),
  comment: z.string().nullable(),
  by: z.string().nullable(),
  at: time.nullable(),
});

export const studentDay = z.object({
  /** The earliest due date is first. */
  work: z.array(openWork),
  /** Their doubts that have a reply and are not resolved, the newest reply first. */
  replies: z.array(doubtCard),
  changes: z.array(wantedChange),
});
export type StudentDay = z.infer<typeof studentDay>;

/** The weeks that the answer times cover, the present one included. */
export const ANSWER_WEEKS = 8;
/** How many of those that wait longest are named, of doubts and of reviews. */
export const WAITING_MOST = 5;

/** How long learners waited for an answer, in minutes: of one week, of one mentor, or of both. */
export const answerTime = z.object({
  kind: z.enum(["doubt", "review"]),
  /** The week's Monday, YYYY-MM-DD; null for all weeks together. */
  week: z.string().nullable(),
  /** Null for all mentors together. */
  by: someone.nullable(),
  count,
  /** Half of the answers came within this time. */
  median: z.number(),
  /** Nine of ten answers came within this time. */
  most: z.number(),
});
export type AnswerTime = z.infer<typeof answerTime>;

const waitingItem = z.object({
  assignment: z.object({ _id: id, title: z.string() }),
  student: z.object({ _id: id, name: z.string() }),
  since: time,
});

export const answerTimes = z.object({
  times: z.array(answerTime),
  /** Those that wait longest, oldest first. */
  waiting: z.object({
    doubts: z.array(waitingItem.extend({ _id: id })),
    reviews: z.array(waitingItem),
  }),
});
export type AnswerTimes = z.infer<typeof answerTimes>;

export const dashboardEvents = {
  /** Tells the client to fetch the figures again. */
  "stats.changed": z.object({}),
};
