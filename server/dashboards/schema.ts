/** The dashboards' figures and the event that says they moved. */
import * as z from "zod";

/** What is counted as it happens; some of the class as a whole, some of each mentor. */
export const FIGURES = [
  "student",
  "volunteer",
  "mentor",
  "admin",
  /** Questions and projects: of the class, and of each who created them. */
  "question",
  "homework",
  "classwork",
  "doubt",
  /** Doubts that a mentor has replied to, each once. */
  "replied",
  "message",
  /** Personal messages that a mentor has sent. */
  "personal",
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

/** Pending is what has been given out and not been solved yet. */
export const studentFigures = z.object({
  totalSolved: count,
  pendingHW: count,
  pendingCW: count,
  pendingPersonal: count,
});
export type StudentFigures = z.infer<typeof studentFigures>;

export const dashboardEvents = {
  /** Fetch the figures again. */
  "stats.changed": z.object({}),
};
