/** The sections of a copy with a learner's work: responses, runs, and what was said of them. */
import { asc, eq, or, sql } from "drizzle-orm";
import { assignees, assignments, attempts, responses } from "../../assignments/tables.ts";
import { answers, comments, proposals } from "../../comments/tables.ts";
import { classSessionSigns } from "../../class-sessions/map/tables.ts";
import { quickQuestionAnswers, quickQuestions } from "../../quick-questions/tables.ts";
import { reviews } from "../../reviews/tables.ts";
import { languageOfRun } from "../../runs/queries.ts";
import { runs } from "../../runs/tables.ts";
import { feedbacks, giveUps, solutions } from "../../solutions/tables.ts";
import { pick } from "../../kit/db/columns.ts";
import { ofQuestion, ofReviews, other, own, question, type Section } from "../sections/queries.ts";

export const work: Section[] = [
  {
    name: "given-to-you",
    title: "Questions that were given to you",
    select: (db, me) =>
      db.select({ title: question, dueAt: assignments.dueAt }).from(
        assignees,
      ).innerJoin(assignments, eq(assignments.id, assignees.assignmentId))
        .where(eq(assignees.studentId, me._id)).orderBy(asc(assignments.id)),
  },
  {
    name: "responses",
    title: "Responses, and their reviews",
    select: ofQuestion(responses, {
      status: responses.responseStatus,
      notes: responses.learningNotes,
      link: responses.submissionUrl,
      program: responses.studentSolutionSource,
      ...pick(responses, "language", "screenshots", "late", "reviewStatus", "reviewComment"),
      correctedProgram: responses.updatedStudentSolutionSource,
      points: responses.givenPoints,
      submittedAt: responses.submittedAt,
      reviewedAt: responses.reviewedAt,
    }, { whose: own(responses.studentId), order: responses.submittedAt }),
  },
  {
    name: "attempts",
    title: "All attempts",
    select: ofQuestion(attempts, {
      id: attempts.id,
      status: attempts.responseStatus,
      notes: attempts.learningNotes,
      link: attempts.submissionUrl,
      program: attempts.studentSolutionSource,
      ...pick(attempts, "language", "screenshots", "late", "sentAt", "createdAt"),
    }, { whose: own(attempts.studentId), order: attempts.createdAt }),
  },
  {
    name: "reviews",
    title: "All reviews of your responses",
    select: ofReviews({ mine: reviews.studentId, others: reviews.reviewerId, as: "by" }),
  },
  {
    name: "runs",
    title: "Runs of your programs",
    select: ofQuestion(runs, {
      ...pick(runs, "id", "verdict", "passed", "total", "result", "settings", "origin"),
      verification: runs.verificationState,
      ...pick(runs, "verifiedVerdict", "verifiedPassed", "verifiedTotal", "verifiedAt"),
      program: runs.source,
      language: languageOfRun,
      createdAt: runs.createdAt,
    }, { whose: own(runs.studentId), order: runs.createdAt }),
  },
  {
    name: "comments",
    title: "Comments on the lines of programs",
    select: (db, me) =>
      db.select({
        title: question,
        by: other.name,
        ...pick(comments, "fromLine", "toLine", "text", "html", "doneAt", "createdAt", "editedAt"),
      }).from(comments).innerJoin(runs, eq(runs.id, comments.runId))
        .innerJoin(assignments, eq(assignments.id, runs.assignmentId))
        .innerJoin(other, eq(other.id, comments.authorId))
        .where(or(eq(runs.studentId, me._id), eq(comments.authorId, me._id)))
        .orderBy(asc(comments.createdAt), asc(comments.id)),
  },
  {
    name: "comment-answers",
    title: "Answers to these comments",
    select: (db, me) =>
      db.select({
        title: question,
        by: other.name,
        to: comments.text,
        ...pick(answers, "text", "html", "createdAt"),
      }).from(answers).innerJoin(comments, eq(comments.id, answers.commentId))
        .innerJoin(runs, eq(runs.id, comments.runId))
        .innerJoin(assignments, eq(assignments.id, runs.assignmentId))
        .innerJoin(other, eq(other.id, answers.authorId))
        .where(or(
          eq(runs.studentId, me._id),
          eq(comments.authorId, me._id),
          eq(answers.authorId, me._id),
        )).orderBy(asc(answers.createdAt), asc(answers.id)),
  },
  {
    name: "changes",
    title: "Changes of programs that were proposed",
    select: (db, me) =>
      db.select({
        title: question,
        id: proposals.id,
        by: other.name,
        program: proposals.source,
        language: languageOfRun,
        ...pick(proposals, "passed", "total", "createdAt"),
      }).from(proposals).innerJoin(runs, eq(runs.id, proposals.runId))
        .innerJoin(assignments, eq(assignments.id, runs.assignmentId))
        .innerJoin(other, eq(other.id, proposals.authorId))
        .where(or(eq(runs.studentId, me._id), eq(proposals.authorId, me._id)))
        .orderBy(asc(proposals.createdAt), asc(proposals.id)),
  },
  {
    name: "solutions-seen",
    title: "Solutions that you looked at",
    select: ofQuestion(giveUps, { at: giveUps.gaveUpAt }, {
      whose: own(giveUps.studentId),
      order: giveUps.gaveUpAt,
    }),
  },
  {
    name: "solution-feedback",
    title: "What you said about solutions",
    select: (db, me) =>
      db.select({ title: solutions.title, text: feedbacks.feedback, at: feedbacks.updatedAt })
        .from(feedbacks).innerJoin(solutions, eq(solutions.id, feedbacks.solutionId))
        .where(eq(feedbacks.studentId, me._id)).orderBy(asc(feedbacks.updatedAt)),
  },
  {
    name: "class-sessions",
    title: "Your work in class sessions",
    select: ofQuestion(classSessionSigns, {
      ...pick(classSessionSigns, "openedAt", "writingAt", "ranAt", "verdict", "passed", "total"),
      solvedAt: classSessionSigns.solvedAt,
    }, { whose: own(classSessionSigns.studentId), order: classSessionSigns.classSessionId }),
  },
  {
    name: "quick-answers",
    title: "Your answers to quick questions",
    select: (db, me) =>
      db.select({
        title: quickQuestions.text,
        option: sql<string | null>`${quickQuestions.options}[${quickQuestionAnswers.option} + 1]`,
        text: quickQuestionAnswers.text,
        at: quickQuestionAnswers.at,
      }).from(quickQuestionAnswers).innerJoin(
        quickQuestions,
        eq(quickQuestions.id, quickQuestionAnswers.quickQuestionId),
      )
        .where(eq(quickQuestionAnswers.personId, me._id)).orderBy(asc(quickQuestionAnswers.at)),
  },
];
