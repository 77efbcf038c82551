/**
 * What a copy has: its sections, each a list of rows that the person wrote or that are about them.
 * A row has what the person's screens show: no notes of staff about them, no hidden cases, no model
 * solutions, and of others what stands in threads and messages that they may read.
 *
 * In a page, `title` is a row's heading, `html` its text as it was rendered, and `program` a link to
 * its file.
 */
import { and, asc, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { invitations } from "../admission/invitations/tables.ts";
import { announcements } from "../announcements/tables.ts";
import { assignees, assignments, attempts, responses } from "../assignments/tables.ts";
import { audit } from "../audit/tables.ts";
import { identities } from "../auth/oidc/tables.ts";
import { sessions, visits } from "../auth/tables.ts";
import { apiTokens } from "../auth/tokens/tables.ts";
import { briefings } from "../briefings/tables.ts";
import { calendarFeeds } from "../calendar/tables.ts";
import { classSessionSigns } from "../class-sessions/map/tables.ts";
import { classSessions } from "../class-sessions/tables.ts";
import { answers, comments, commentVersions, proposals } from "../comments/tables.ts";
import { contactMessages } from "../contact/tables.ts";
import { deskLimits, savedReplies } from "../desk/tables.ts";
import { doubts, entries, entryVersions, sharers } from "../doubts/tables.ts";
import { goals } from "../goals/tables.ts";
import { groupAnswers } from "../groups/tables.ts";
import { pick } from "../kit/db/columns.ts";
import type { Listing, Selector } from "../kit/db/cursor.ts";
import { claims, files } from "../kit/db/tables.ts";
import { messages, recipients } from "../messages/tables.ts";
import {
  notifications,
  notificationSettings,
  notified,
  pushSubscriptions,
} from "../notifications/tables.ts";
import { rosterImports } from "../people/roster/tables.ts";
import { people } from "../people/tables.ts";
import { quickQuestionAnswers, quickQuestions } from "../quick-questions/tables.ts";
import { reviews } from "../reviews/tables.ts";
import { languageOfRun } from "../runs/queries.ts";
import { runs } from "../runs/tables.ts";
import { feedbacks, giveUps, solutions } from "../solutions/tables.ts";
import { notes } from "../students/tables.ts";
import { terms } from "../terms/tables.ts";

type Owner = { _id: string };
export type Row = Record<string, unknown>;
type Select = (db: Selector, me: Owner) => ReturnType<Listing<Row>["select"]>;

export type Section = {
  /** The name of its page and of its JSON. */
  name: string;
  title: string;
  /** Only for those who are staff now. */
  isForStaff: boolean;
  select: Select;
};

const other = alias(people, "other");
const question = assignments.title;

type TableColumns = Record<string, PgColumn>;
type Columns = Record<string, PgColumn | SQL>;
type How = {
  /** By when they were made, unless something else is given. */
  order?: PgColumn;
  /** Which rows, if not those in whose column the person is. */
  whose?: (me: Owner) => SQL;
};

const listed = (title: string, select: Select) => ({ title, select });

/** The rows of the table in whose column `mine` the person is. */
const alone = (title: string, mine: PgColumn, columns: Columns, { order, whose }: How = {}) =>
  listed(title, (db, me) =>
    db.select(columns as never).from(mine.table as PgTable)
      .where(whose?.(me) ?? eq(mine, me._id))
      .orderBy(asc(order ?? getTableColumns(mine.table).createdAt ?? mine)) as never);

/** The same rows with the title of their question. */
function ofQuestion(title: string, mine: PgColumn, columns: Columns, { order }: How = {}) {
  const { assignmentId = mine, createdAt = mine } = getTableColumns(mine.table) as TableColumns;
  return listed(
    title,
    (db, me) =>
      db.select({ title: question, ...columns } as never).from(mine.table as PgTable)
        .innerJoin(assignments, eq(assignments.id, assignmentId))
        .where(eq(mine, me._id)).orderBy(asc(order ?? createdAt), asc(assignmentId)) as never,
  );
}

/** The reviews in which the person has one part, with the name of who has the other one. */
const ofReviews = (title: string, mine: PgColumn, others: PgColumn, as: "by" | "student") =>
  listed(title, (db, me) =>
    db.select({
      title: question,
      [as]: other.name,
      ...pick(reviews, "status", "comment"),
      correctedProgram: reviews.updatedStudentSolutionSource,
      points: reviews.givenPoints,
      askedAgain: reviews.againReason,
      createdAt: reviews.createdAt,
    }).from(reviews).innerJoin(assignments, eq(assignments.id, reviews.assignmentId))
      .innerJoin(other, eq(other.id, others))
      .where(eq(mine, me._id)).orderBy(asc(reviews.createdAt), asc(reviews.id)));

/** By the name of their page. */
type Titled = Record<string, Pick<Section, "title" | "select">>;

const sectionsOf = (all: Titled, isForStaff = false): Section[] =>
  Object.entries(all).map(([name, section]) => ({ name, isForStaff, ...section }));

/** The account: its profile, its sign-ins, and what it did. */
const account: Titled = {
  "profile": alone("Profile", people.id, {
    title: people.name,
    ...pick(people, "email", "role", "branch", "year", "linkedin", "github"),
    picture: people.profileImage,
    ...pick(people, "verifiedAt", "mailRefused", "createdAt"),
    changedAt: people.updatedAt,
  }),
  "visits": alone("Last visit", visits.personId, pick(visits, "signedInAt", "seenAt")),
  "sessions": alone("Where you are signed in", sessions.personId, {
    title: sessions.device,
    ...pick(sessions, "network", "createdAt", "usedAt", "expiresAt"),
  }),
  "api-tokens": alone("API tokens", apiTokens.personId, {
    title: apiTokens.name,
    ...pick(apiTokens, "scope", "createdAt", "usedAt", "expiresAt"),
  }),
  "school-accounts": alone("Accounts of the school's provider", identities.personId, {
    title: identities.issuer,
    ...pick(identities, "subject", "linkedAt"),
  }, { order: identities.linkedAt }),
  "calendar": alone("Calendar address", calendarFeeds.personId, pick(calendarFeeds, "madeAt")),
  "notification-settings": alone(
    "Settings of notifications",
    notificationSettings.personId,
    pick(notificationSettings, "ways", "quiet", "digestHour", "nudgesSince"),
  ),
  "push-browsers": alone("Browsers that get notifications", pushSubscriptions.personId, {
    // The whole address would let its reader send notifications.
    title: sql`split_part(${pushSubscriptions.endpoint}, '/', 3)`,
    createdAt: pushSubscriptions.createdAt,
  }),
  "notifications": listed("Notifications", (db, me) =>
    db.select({
      title: notifications.kind,
      ...pick(notifications, "path", "at"),
      readAt: notified.readAt,
    }).from(notified).innerJoin(notifications, eq(notifications.id, notified.notificationId))
      .where(eq(notified.personId, me._id)).orderBy(asc(notifications.id))),
  "what-you-did": alone("What the audit trail says that you did", audit.byId, {
    title: audit.verb,
    about: audit.title,
    ...pick(audit, "detail", "at", "address", "device"),
  }, { order: audit.at }),
  // Not who did it, and not from where: that is about others.
  "what-was-done": alone("What the audit trail says about your account", audit.aboutId, {
    title: audit.verb,
    ...pick(audit, "detail", "at"),
  }, {
    whose: (me) =>
      sql`${audit.kind} = 'account' and ${audit.aboutId} = ${me._id}
          and ${audit.byId} is distinct from ${me._id}`,
    order: audit.at,
  }),
};

/** What was said in threads, comments and messages. */
const talk: Titled = {
  "doubts": ofQuestion("Your doubts", doubts.studentId, {
    id: doubts.id,
    text: doubts.doubtText,
    ...pick(doubts, "private", "anonymous"),
    status: doubts.stage,
    ...pick(doubts, "createdAt", "resolvedAt", "mergedAt"),
  }),
  "threads": listed(
    "The threads of your doubts, and what you wrote in others",
    (db, me) =>
      db.select({
        title: question,
        doubtId: entries.doubtId,
        by: other.name,
        type: entries.type,
        text: entries.message,
        ...pick(entries, "html", "createdAt", "editedAt"),
      }).from(entries).innerJoin(doubts, eq(doubts.id, entries.doubtId))
        .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
        .innerJoin(other, eq(other.id, entries.senderId))
        .where(or(eq(doubts.studentId, me._id), eq(entries.senderId, me._id)))
        .orderBy(asc(entries.doubtId), asc(entries.place)),
  ),
  "earlier-texts": listed("Your texts before you changed them", (db, me) =>
    db.select({
      text: entryVersions.message,
      html: entryVersions.html,
      at: entryVersions.writtenAt,
    }).from(entryVersions).innerJoin(entries, eq(entries.id, entryVersions.entryId))
      .where(eq(entries.senderId, me._id))
      .orderBy(asc(entryVersions.entryId), asc(entryVersions.number))),
  "earlier-comments": listed(
    "Your comments before you changed them",
    (db, me) =>
      db.select({ ...pick(commentVersions, "text", "html"), at: commentVersions.writtenAt })
        .from(commentVersions).innerJoin(comments, eq(comments.id, commentVersions.commentId))
        .where(eq(comments.authorId, me._id))
        .orderBy(asc(commentVersions.commentId), asc(commentVersions.number)),
  ),
  "doubts-shared": listed(
    "Doubts of others that you have, too",
    (db, me) =>
      db.select({ title: question, doubtId: sharers.doubtId, at: sharers.createdAt }).from(sharers)
        .innerJoin(doubts, eq(doubts.id, sharers.doubtId))
        .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
        .where(eq(sharers.studentId, me._id)).orderBy(asc(sharers.createdAt)),
  ),
  "messages": listed("Messages that you sent or received", (db, me) =>
    db.select({
      title: messages.subject,
      from: other.name,
      to: sql<string[]>`array(select name from message_recipients
        join people on people.id = person_id
        where message_id = ${messages.id} and ${messages.senderId} = ${me._id} order by name)`,
      text: messages.body,
      ...pick(messages, "links", "isPublic", "createdAt"),
    }).from(messages).innerJoin(other, eq(other.id, messages.senderId))
      .where(or(
        eq(messages.senderId, me._id),
        sql`exists (select from ${recipients} where ${
          and(eq(recipients.messageId, messages.id), eq(recipients.personId, me._id))
        })`,
      )).orderBy(asc(messages.createdAt), asc(messages.id))),
  "contact": alone("Messages of the contact form with your address", contactMessages.id, {
    title: contactMessages.name,
    text: contactMessages.message,
    at: contactMessages.createdAt,
  }, {
    whose: (me) =>
      sql`lower(${contactMessages.email}) = (select email from people where people.id = ${me._id})`,
  }),
};

/** A learner's work: responses, runs, and what was said of them. */
const work: Titled = {
  "given-to-you": listed(
    "Questions that were given to you",
    (db, me) =>
      db.select({ title: question, dueAt: assignments.dueAt }).from(assignees)
        .innerJoin(assignments, eq(assignments.id, assignees.assignmentId))
        .where(eq(assignees.studentId, me._id)).orderBy(asc(assignments.id)),
  ),
  "responses": ofQuestion("Responses, and their reviews", responses.studentId, {
    status: responses.responseStatus,
    notes: responses.learningNotes,
    link: responses.submissionUrl,
    program: responses.studentSolutionSource,
    ...pick(responses, "language", "screenshots", "late", "reviewStatus", "reviewComment"),
    correctedProgram: responses.updatedStudentSolutionSource,
    points: responses.givenPoints,
    ...pick(responses, "submittedAt", "reviewedAt"),
  }, { order: responses.submittedAt }),
  "attempts": ofQuestion("All attempts", attempts.studentId, {
    id: attempts.id,
    status: attempts.responseStatus,
    notes: attempts.learningNotes,
    link: attempts.submissionUrl,
    program: attempts.studentSolutionSource,
    ...pick(attempts, "language", "screenshots", "late", "sentAt", "createdAt"),
  }),
  "reviews": ofReviews(
    "All reviews of your responses",
    reviews.studentId,
    reviews.reviewerId,
    "by",
  ),
  "runs": ofQuestion("Runs of your programs", runs.studentId, {
    ...pick(runs, "id", "verdict", "passed", "total", "result", "settings", "origin"),
    verification: runs.verificationState,
    ...pick(runs, "verifiedVerdict", "verifiedPassed", "verifiedTotal", "verifiedAt"),
    program: runs.source,
    language: languageOfRun,
    createdAt: runs.createdAt,
  }),
  "comments": listed("Comments on the lines of programs", (db, me) =>
    db.select({
      title: question,
      by: other.name,
      ...pick(comments, "fromLine", "toLine", "text", "html", "doneAt", "createdAt", "editedAt"),
    }).from(comments).innerJoin(runs, eq(runs.id, comments.runId))
      .innerJoin(assignments, eq(assignments.id, runs.assignmentId))
      .innerJoin(other, eq(other.id, comments.authorId))
      .where(or(eq(runs.studentId, me._id), eq(comments.authorId, me._id)))
      .orderBy(asc(comments.createdAt), asc(comments.id))),
  "comment-answers": listed("Answers to these comments", (db, me) =>
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
      )).orderBy(asc(answers.createdAt), asc(answers.id))),
  "changes": listed("Changes of programs that were proposed", (db, me) =>
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
      .orderBy(asc(proposals.createdAt), asc(proposals.id))),
  "solutions-seen": ofQuestion("Solutions that you looked at", giveUps.studentId, {
    at: giveUps.gaveUpAt,
  }, { order: giveUps.gaveUpAt }),
  "solution-feedback": listed(
    "What you said about solutions",
    (db, me) =>
      db.select({ title: solutions.title, text: feedbacks.feedback, at: feedbacks.updatedAt })
        .from(feedbacks).innerJoin(solutions, eq(solutions.id, feedbacks.solutionId))
        .where(eq(feedbacks.studentId, me._id)).orderBy(asc(feedbacks.updatedAt)),
  ),
  "class-sessions": ofQuestion("Your work in class sessions", classSessionSigns.studentId, {
    ...pick(classSessionSigns, "openedAt", "writingAt", "ranAt", "verdict", "passed", "total"),
    solvedAt: classSessionSigns.solvedAt,
  }, { order: classSessionSigns.classSessionId }),
  "quick-answers": listed("Your answers to quick questions", (db, me) =>
    db.select({
      title: quickQuestions.text,
      option: sql<string | null>`${quickQuestions.options}[${quickQuestionAnswers.option} + 1]`,
      ...pick(quickQuestionAnswers, "text", "at"),
    }).from(quickQuestionAnswers)
      .innerJoin(quickQuestions, eq(quickQuestions.id, quickQuestionAnswers.quickQuestionId))
      .where(eq(quickQuestionAnswers.personId, me._id)).orderBy(asc(quickQuestionAnswers.at))),
};

/** What a person wrote at a desk of the staff, and keeps without it. */
const desk: Titled = {
  "goals": alone("Your weekly goals", goals.userId, {
    title: goals.week,
    target: goals.weeklyTarget,
    summary: goals.weeklyJustification,
    reports: goals.dailyReports,
    createdAt: goals.createdAt,
  }, { order: goals.week }),
  "desk": alone(
    "The limits of a long wait",
    deskLimits.personId,
    pick(deskLimits, "long", "tooLong"),
  ),
  "saved-replies": alone("Your saved replies", savedReplies.ownerId, {
    title: savedReplies.name,
    ...pick(savedReplies, "text", "shared", "createdAt"),
  }),
  "quick-questions": alone("Quick questions that you asked", quickQuestions.askedById, {
    title: quickQuestions.text,
    ...pick(quickQuestions, "options", "createdAt"),
  }),
  "sessions-started": alone(
    "Class sessions that you started",
    classSessions.startedById,
    pick(classSessions, "startedAt", "endedAt"),
    {
      order: classSessions.startedAt,
    },
  ),
};

/** What mentors and admins write. */
const staff: Titled = {
  "questions": alone("Questions that you made", assignments.createdById, {
    title: question,
    text: assignments.explanationSource,
    html: assignments.explanation,
    tag: assignments.distributionTag,
    createdAt: assignments.createdAt,
    changedAt: assignments.updatedAt,
  }),
  "solutions": alone("Solutions that you wrote", solutions.createdById, {
    title: solutions.title,
    text: solutions.contentSource,
    html: solutions.content,
    createdAt: solutions.createdAt,
  }),
  "reviews-given": ofReviews(
    "Reviews that you gave",
    reviews.reviewerId,
    reviews.studentId,
    "student",
  ),
  "group-answers": alone("Answers that you sent to several students", groupAnswers.byId, {
    title: groupAnswers.title,
    text: groupAnswers.message,
    ...pick(groupAnswers, "receivers", "createdAt"),
  }),
  "notes": listed(
    "Notes that you wrote about students",
    (db, me) =>
      db.select({ title: other.name, ...pick(notes, "text", "createdAt") }).from(notes)
        .innerJoin(other, eq(other.id, notes.studentId))
        .where(eq(notes.authorId, me._id)).orderBy(asc(notes.createdAt), asc(notes.id)),
  ),
  "announcements": alone("Your announcements", announcements.senderId, {
    title: announcements.subject,
    text: announcements.body,
    ...pick(announcements, "links", "createdAt"),
  }),
  "briefings": alone("Your briefings", briefings.createdById, {
    title: briefings.day,
    summary: briefings.classSummary,
    ...pick(briefings, "classQuestions", "homeworkQuestions", "createdAt"),
  }, { order: briefings.day }),
  "claims": alone("What you have claimed now", claims.byId, {
    title: claims.kind,
    until: claims.until,
  }, { order: claims.until }),
  "invitations": alone("Invitations that you made", invitations.madeById, {
    title: invitations.name,
    ...pick(invitations, "email", "uses", "madeAt", "endsAt"),
  }, { order: invitations.madeAt }),
  "rosters": alone(
    "Rosters that you imported",
    rosterImports.byId,
    pick(rosterImports, "at", "added", "changed"),
    {
      order: rosterImports.at,
    },
  ),
  "terms": alone("Terms that you closed", terms.byId, pick(terms, "name", "endedAt"), {
    order: terms.endedAt,
  }),
};

/** Files that the person uploaded. Their bytes are in the folder `files`. */
export const UPLOADS = "files";
const uploads: Titled = {
  [UPLOADS]: alone("Files that you uploaded", files.ownerId, {
    id: files.id,
    title: files.name,
    ...pick(files, "type", "size", "createdAt"),
  }),
};

export const SECTIONS: readonly Section[] = [
  ...sectionsOf({ ...account, ...talk, ...work, ...desk }),
  ...sectionsOf(staff, true),
  ...sectionsOf(uploads),
];
