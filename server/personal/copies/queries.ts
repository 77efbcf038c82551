/**
 * What a copy has: its sections, each a list of rows that the person wrote or that are about them.
 * A row has what the person's screens show: no notes of staff about them, no hidden cases, no model
 * solutions, and of others what stands in threads and messages that they may read.
 *
 * In a page, `title` is a row's heading, `html` its text as it was rendered, and `program` a link to
 * its file.
 */
import { and, asc, eq, exists, or, sql } from "drizzle-orm";
import { assignees, assignments, attempts, responses } from "../../assignments/tables.ts";
import { audit } from "../../audit/tables.ts";
import { identities } from "../../auth/oidc/tables.ts";
import { sessions, visits } from "../../auth/tables.ts";
import { apiTokens } from "../../auth/tokens/tables.ts";
import { calendarFeeds } from "../../calendar/tables.ts";
import { answers, comments, commentVersions, proposals } from "../../comments/tables.ts";
import { contactMessages } from "../../contact/tables.ts";
import { doubts, entries, entryVersions, sharers } from "../../doubts/tables.ts";
import { files } from "../../kit/db/tables.ts";
import { lessonSigns } from "../../lessons/map/tables.ts";
import { messages, recipients } from "../../messages/tables.ts";
import {
  notifications,
  notificationSettings,
  notified,
  pushSubscriptions,
} from "../../notifications/tables.ts";
import { people } from "../../people/tables.ts";
import { pollAnswers, polls } from "../../polls/tables.ts";
import { reviews } from "../../reviews/tables.ts";
import { languageOfRun } from "../../runs/queries.ts";
import { runs } from "../../runs/tables.ts";
import { feedbacks, giveUps, solutions } from "../../solutions/tables.ts";
import { alone, ofQuestion, other, own, question, type Section } from "../sections/queries.ts";
import { staff } from "../staff/queries.ts";

const account: Section[] = [
  {
    name: "profile",
    title: "Profile",
    select: alone(people, {
      title: people.name,
      email: people.email,
      role: people.role,
      branch: people.branch,
      year: people.year,
      linkedin: people.linkedin,
      github: people.github,
      picture: people.profileImage,
      verifiedAt: people.verifiedAt,
      mailRefused: people.mailRefused,
      createdAt: people.createdAt,
      changedAt: people.updatedAt,
    }, { whose: own(people.id), order: people.id }),
  },
  {
    name: "visits",
    title: "Last visit",
    select: alone(visits, { signedInAt: visits.signedInAt, seenAt: visits.seenAt }, {
      whose: own(visits.personId),
      order: visits.personId,
    }),
  },
  {
    name: "sessions",
    title: "Where you are signed in",
    select: alone(sessions, {
      title: sessions.device,
      network: sessions.network,
      createdAt: sessions.createdAt,
      usedAt: sessions.usedAt,
      expiresAt: sessions.expiresAt,
    }, { whose: own(sessions.personId), order: sessions.createdAt }),
  },
  {
    name: "api-tokens",
    title: "API tokens",
    select: alone(apiTokens, {
      title: apiTokens.name,
      scope: apiTokens.scope,
      createdAt: apiTokens.createdAt,
      usedAt: apiTokens.usedAt,
      expiresAt: apiTokens.expiresAt,
    }, { whose: own(apiTokens.personId), order: apiTokens.createdAt }),
  },
  {
    name: "school-accounts",
    title: "Accounts of the school's provider",
    select: alone(identities, {
      title: identities.issuer,
      subject: identities.subject,
      linkedAt: identities.linkedAt,
    }, { whose: own(identities.personId), order: identities.linkedAt }),
  },
  {
    name: "calendar",
    title: "Calendar address",
    select: alone(calendarFeeds, { madeAt: calendarFeeds.madeAt }, {
      whose: own(calendarFeeds.personId),
      order: calendarFeeds.madeAt,
    }),
  },
  {
    name: "notification-settings",
    title: "Settings of notifications",
    select: alone(notificationSettings, {
      ways: notificationSettings.ways,
      quiet: notificationSettings.quiet,
      digestHour: notificationSettings.digestHour,
      nudgesSince: notificationSettings.nudgesSince,
    }, { whose: own(notificationSettings.personId), order: notificationSettings.personId }),
  },
  {
    name: "push-browsers",
    title: "Browsers that get notifications",
    select: alone(pushSubscriptions, {
      // The whole address would let its reader send notifications.
      title: sql`split_part(${pushSubscriptions.endpoint}, '/', 3)`,
      createdAt: pushSubscriptions.createdAt,
    }, { whose: own(pushSubscriptions.personId), order: pushSubscriptions.createdAt }),
  },
  {
    name: "notifications",
    title: "Notifications",
    select: (db, me) =>
      db.select({
        title: notifications.kind,
        path: notifications.path,
        at: notifications.at,
        readAt: notified.readAt,
      }).from(notified).innerJoin(notifications, eq(notifications.id, notified.notificationId))
        .where(eq(notified.personId, me._id)).orderBy(asc(notifications.id)),
  },
  {
    name: "what-you-did",
    title: "What the audit trail says that you did",
    select: alone(audit, {
      title: audit.verb,
      about: audit.title,
      detail: audit.detail,
      at: audit.at,
      address: audit.address,
      device: audit.device,
    }, { whose: own(audit.byId), order: audit.at }),
  },
  {
    name: "what-was-done",
    title: "What the audit trail says about your account",
    // Not who did it, and not from where: that is about others.
    select: alone(audit, { title: audit.verb, detail: audit.detail, at: audit.at }, {
      whose: (me) =>
        sql`${audit.kind} = 'account' and ${audit.aboutId} = ${me._id}
          and ${audit.byId} is distinct from ${me._id}`,
      order: audit.at,
    }),
  },
];

const work: Section[] = [
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
      language: responses.language,
      screenshots: responses.screenshots,
      late: responses.late,
      reviewStatus: responses.reviewStatus,
      reviewComment: responses.reviewComment,
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
      language: attempts.language,
      screenshots: attempts.screenshots,
      late: attempts.late,
      sentAt: attempts.sentAt,
      createdAt: attempts.createdAt,
    }, { whose: own(attempts.studentId), order: attempts.createdAt }),
  },
  {
    name: "reviews",
    title: "All reviews of your responses",
    select: (db, me) =>
      db.select({
        title: question,
        by: other.name,
        status: reviews.status,
        comment: reviews.comment,
        correctedProgram: reviews.updatedStudentSolutionSource,
        points: reviews.givenPoints,
        createdAt: reviews.createdAt,
      }).from(reviews).innerJoin(assignments, eq(assignments.id, reviews.assignmentId))
        .innerJoin(other, eq(other.id, reviews.reviewerId))
        .where(eq(reviews.studentId, me._id)).orderBy(asc(reviews.createdAt), asc(reviews.id)),
  },
  {
    name: "runs",
    title: "Runs of your programs",
    select: ofQuestion(runs, {
      id: runs.id,
      verdict: runs.verdict,
      passed: runs.passed,
      total: runs.total,
      result: runs.result,
      settings: runs.settings,
      origin: runs.origin,
      verification: runs.verificationState,
      verifiedVerdict: runs.verifiedVerdict,
      verifiedPassed: runs.verifiedPassed,
      verifiedTotal: runs.verifiedTotal,
      verifiedAt: runs.verifiedAt,
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
        fromLine: comments.fromLine,
        toLine: comments.toLine,
        text: comments.text,
        html: comments.html,
        doneAt: comments.doneAt,
        createdAt: comments.createdAt,
        editedAt: comments.editedAt,
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
        text: answers.text,
        html: answers.html,
        createdAt: answers.createdAt,
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
        passed: proposals.passed,
        total: proposals.total,
        createdAt: proposals.createdAt,
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
    select: ofQuestion(lessonSigns, {
      openedAt: lessonSigns.openedAt,
      writingAt: lessonSigns.writingAt,
      ranAt: lessonSigns.ranAt,
      verdict: lessonSigns.verdict,
      passed: lessonSigns.passed,
      total: lessonSigns.total,
      solvedAt: lessonSigns.solvedAt,
    }, { whose: own(lessonSigns.studentId), order: lessonSigns.lessonId }),
  },
  {
    name: "quick-answers",
    title: "Your answers to quick questions",
    select: (db, me) =>
      db.select({
        title: polls.text,
        option: sql<string | null>`${polls.options}[${pollAnswers.option} + 1]`,
        text: pollAnswers.text,
        at: pollAnswers.at,
      }).from(pollAnswers).innerJoin(polls, eq(polls.id, pollAnswers.pollId))
        .where(eq(pollAnswers.personId, me._id)).orderBy(asc(pollAnswers.at)),
  },
];

const talk: Section[] = [
  {
    name: "doubts",
    title: "Your doubts",
    select: ofQuestion(doubts, {
      id: doubts.id,
      text: doubts.doubtText,
      private: doubts.private,
      status: doubts.stage,
      createdAt: doubts.createdAt,
      resolvedAt: doubts.resolvedAt,
      mergedAt: doubts.mergedAt,
    }, { whose: own(doubts.studentId), order: doubts.createdAt }),
  },
  {
    name: "threads",
    title: "The threads of your doubts, and what you wrote in others",
    select: (db, me) =>
      db.select({
        title: question,
        doubtId: entries.doubtId,
        by: other.name,
        type: entries.type,
        text: entries.message,
        html: entries.html,
        createdAt: entries.createdAt,
        editedAt: entries.editedAt,
      }).from(entries).innerJoin(doubts, eq(doubts.id, entries.doubtId))
        .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
        .innerJoin(other, eq(other.id, entries.senderId))
        .where(or(eq(doubts.studentId, me._id), eq(entries.senderId, me._id)))
        .orderBy(asc(entries.doubtId), asc(entries.place)),
  },
  {
    name: "earlier-texts",
    title: "Your texts before you changed them",
    select: (db, me) =>
      db.select({
        text: entryVersions.message,
        html: entryVersions.html,
        at: entryVersions.writtenAt,
      })
        .from(entryVersions).innerJoin(entries, eq(entries.id, entryVersions.entryId))
        .where(eq(entries.senderId, me._id))
        .orderBy(asc(entryVersions.entryId), asc(entryVersions.number)),
  },
  {
    name: "earlier-comments",
    title: "Your comments before you changed them",
    select: (db, me) =>
      db.select({
        text: commentVersions.text,
        html: commentVersions.html,
        at: commentVersions.writtenAt,
      }).from(commentVersions).innerJoin(comments, eq(comments.id, commentVersions.commentId))
        .where(eq(comments.authorId, me._id))
        .orderBy(asc(commentVersions.commentId), asc(commentVersions.number)),
  },
  {
    name: "doubts-shared",
    title: "Doubts of others that you have, too",
    select: (db, me) =>
      db.select({ title: question, doubtId: sharers.doubtId, at: sharers.createdAt }).from(sharers)
        .innerJoin(doubts, eq(doubts.id, sharers.doubtId))
        .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
        .where(eq(sharers.studentId, me._id)).orderBy(asc(sharers.createdAt)),
  },
  {
    name: "messages",
    title: "Messages that you sent or received",
    select: (db, me) =>
      db.select({
        title: messages.subject,
        from: other.name,
        to: sql<string[]>`array(select name from message_recipients
          join people on people.id = person_id
          where message_id = ${messages.id} and ${messages.senderId} = ${me._id} order by name)`,
        text: messages.body,
        links: messages.links,
        isPublic: messages.isPublic,
        createdAt: messages.createdAt,
      }).from(messages).innerJoin(other, eq(other.id, messages.senderId))
        .where(or(
          eq(messages.senderId, me._id),
          exists(
            db.select({ one: sql`1` }).from(recipients).where(
              and(eq(recipients.messageId, messages.id), eq(recipients.personId, me._id)),
            ),
          ),
        )).orderBy(asc(messages.createdAt), asc(messages.id)),
  },
  {
    name: "contact",
    title: "Messages of the contact form with your address",
    select: alone(contactMessages, {
      title: contactMessages.name,
      text: contactMessages.message,
      at: contactMessages.createdAt,
    }, {
      whose: (me) => sql`lower(${contactMessages.email}) = ${me.email}`,
      order: contactMessages.createdAt,
    }),
  },
];

/** Files that the person uploaded. Their bytes are in the folder `files`. */
const uploads: Section = {
  name: "files",
  title: "Files that you uploaded",
  select: alone(files, {
    id: files.id,
    title: files.name,
    type: files.type,
    size: files.size,
    createdAt: files.createdAt,
  }, { whose: own(files.ownerId), order: files.createdAt }),
};
export const UPLOADS = uploads.name;

export const SECTIONS: readonly Section[] = [...account, ...talk, ...work, ...staff, uploads];
