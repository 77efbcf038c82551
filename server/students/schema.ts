/** What only staff read: progress, open work, attempts, doubts, reviews, and notes. */
import * as z from "zod";
import { ASSIGNMENT_TAGS, DIFFICULTIES, MAJOR_TOPICS } from "../assignments/schema.ts";
import { RESPONSE_STATUSES, reviewStatus } from "../assignments/responses/schema.ts";
import { listedDoubt } from "../doubts/schema.ts";
import { id, limit, page, someone, text, time } from "../kit/core/schema.ts";

/** The longest note, in characters. */
export const NOTE_MOST = 2000;
export const NOTES_MOST = 500;
/** Totals are exact up to this number. There are no pages beyond it. */
export const LISTED_MOST = 1000;

export const noteInput = z.strictObject({ text: text("Note", NOTE_MOST) });
export type NoteInput = z.infer<typeof noteInput>;

export const listQuery = z.object({ page, limit });
export type ListQuery = z.infer<typeof listQuery>;

export const byNote = z.object({ id, noteId: id });

/** A topic's assignments that the learner has, and how many they have answered and solved. */
export const topicProgress = z.object({
  majorTopic: z.enum(MAJOR_TOPICS),
  given: z.int(),
  answered: z.int(),
  solved: z.int(),
});
export type TopicProgress = z.infer<typeof topicProgress>;

export const studentPage = z.object({
  student: someone.extend({
    /** Null after the account was deleted. */
    email: z.string().nullable(),
    branch: z.string().nullable(),
    year: z.int().nullable(),
    profileImage: z.string().nullable(),
    createdAt: time,
  }),
  /** When they last used the application; null when that is not known. */
  seenAt: time.nullable(),
  /** The topics in which they have assignments. */
  progress: z.array(topicProgress),
});
export type StudentPage = z.infer<typeof studentPage>;

const ofAssignment = z.object({ _id: id, title: z.string() });

/** Homework, classwork or a personal assignment that is not solved. */
export const openWork = z.object({
  assignment: ofAssignment.extend({
    assignmentTag: z.enum(ASSIGNMENT_TAGS).nullable(),
    difficulty: z.enum(DIFFICULTIES),
  }),
  givenOutAt: time.nullable(),
  /** Null when the learner has not answered. */
  responseStatus: z.enum(RESPONSE_STATUSES).nullable(),
});
export type OpenWork = z.infer<typeof openWork>;

export const attempt = z.object({
  _id: id,
  assignment: ofAssignment,
  responseStatus: z.enum(RESPONSE_STATUSES),
  createdAt: time,
});
export type Attempt = z.infer<typeof attempt>;

export const studentReview = z.object({
  _id: id,
  assignment: ofAssignment,
  status: reviewStatus,
  comment: z.string().nullable(),
  by: someone,
  createdAt: time,
});
export type StudentReview = z.infer<typeof studentReview>;

/** A note about a learner. It is for staff only. */
export const note = z.object({
  _id: id,
  studentId: id,
  text: z.string(),
  by: someone,
  createdAt: time,
});
export type Note = z.infer<typeof note>;

const total = z.int();
export const openPage = z.object({ open: z.array(openWork), total });
export const attemptPage = z.object({ attempts: z.array(attempt), total });
export const doubtPage = z.object({ doubts: z.array(listedDoubt), total });
export const reviewPage = z.object({ reviews: z.array(studentReview), total });
export const notePage = z.object({ notes: z.array(note), total });

export const studentEvents = {
  "note.saved": note,
  "note.deleted": z.object({ _id: id, studentId: id }),
};
