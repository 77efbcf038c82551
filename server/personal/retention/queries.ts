/**
 * What is kept about people: each table, what the copy for a person (the ZIP) has of it, and what
 * the deletion of a person does with its rows.
 *
 * The account's own row stays, without name, address and picture ("A former student"). So whatever
 * stays refers to that row, and no other table has the name of a person. A test fails if a table
 * that refers to a person is missing here.
 */
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { invitations } from "../../admission/invitations/tables.ts";
import { announcements } from "../../announcements/tables.ts";
import { assignees, assignments, attempts, responses } from "../../assignments/tables.ts";
import { audit } from "../../audit/tables.ts";
import { identities } from "../../auth/oidc/tables.ts";
import { sessions, visits } from "../../auth/tables.ts";
import { briefings } from "../../briefings/tables.ts";
import { apiTokens } from "../../auth/tokens/tables.ts";
import { calendarFeeds } from "../../calendar/tables.ts";
import { answers, comments, proposals } from "../../comments/tables.ts";
import { contactMessages } from "../../contact/tables.ts";
import { figures } from "../../dashboards/tables.ts";
import { deskLimits, savedReplies } from "../../desk/tables.ts";
import { doubts, entries, sharers } from "../../doubts/tables.ts";
import { goals } from "../../goals/tables.ts";
import { groupAnswers, groupMembers } from "../../groups/tables.ts";
import { claims, files, idempotencyKeys, jobCosts, jobs } from "../../kit/db/tables.ts";
import { classSessions } from "../../class-sessions/tables.ts";
import { classSessionSigns } from "../../class-sessions/map/tables.ts";
import { messages, recipients } from "../../messages/tables.ts";
import {
  notificationMails,
  notifications,
  notificationSettings,
  notified,
  pushSubscriptions,
} from "../../notifications/tables.ts";
import { rosterChanges, rosterImports } from "../../people/roster/tables.ts";
import { terms } from "../../terms/tables.ts";
import { people } from "../../people/tables.ts";
import { quickQuestionAnswers, quickQuestions } from "../../quick-questions/tables.ts";
import { reviews } from "../../reviews/tables.ts";
import { runs } from "../../runs/tables.ts";
import { sectionMembers } from "../../sections/tables.ts";
import { feedbacks, giveUps, solutions } from "../../solutions/tables.ts";
import { notes } from "../../students/tables.ts";
import { togethers } from "../../together/tables.ts";
import { removals } from "../../people/removals/tables.ts";
import { webhooks } from "../../webhooks/tables.ts";

/**
 * What a deletion does with the rows in whose column the person is. Rows that only have their
 * address, of the contact form and of registrations, go as well (people/removals/commands.ts).
 */
export type Fate = {
  does: "goes" | "stays";
  /** In one sentence: who relies on what stays, or which rows stay although others go. */
  because?: string;
  /** Of rows that go: those that stay nevertheless. */
  unless?: SQL;
};

const goes: Fate = { does: "goes" };
const goesUnless = (because: string, unless: SQL): Fate => ({ does: "goes", because, unless });
const stays = (because: string): Fate => ({ does: "stays", because });

/** Something that stays shows the file. */
const IS_SHOWN = sql.raw(`
  exists (select from doubt_entries where sender_id = owner_id and position(files.id in message) > 0)
  or exists (select from messages where sender_id = owner_id and position(files.id in body) > 0)
  or exists (select from line_comments where author_id = owner_id and position(files.id in text) > 0)
  or exists (select from responses where student_id = owner_id and position(files.id in
    concat_ws(' ', learning_notes, student_solution_source, array_to_string(screenshots, ' '))) > 0)
  or exists (select from attempts where student_id = owner_id and position(files.id in
    concat_ws(' ', learning_notes, student_solution_source, array_to_string(screenshots, ' '))) > 0)
  or exists (select from assignments
    where files.id = any(assignments.files) or position(files.id in explanation_source) > 0)
  or exists (select from solutions where position(files.id in content_source) > 0)
  or exists (select from announcements where position(files.id in body) > 0)
  or exists (select from group_answers where position(files.id in message) > 0)
  or exists (select from briefings where position(files.id in
    concat_ws(' ', class_summary, class_questions, homework_questions)) > 0)`);

export type TableRule = {
  table: PgTable;
  /** The words of the report: "12 runs". */
  what: string;
  /** The sections of the copy that have it (../queries.ts), or why none does. */
  copy: string[] | { none: string };
  /** The columns that hold a person's id. */
  people: Record<string, Fate>;
};

/** `copy` is a section's name, several, or why there is none. */
const rule = (
  table: PgTable,
  what: string,
  copy: string | TableRule["copy"],
  people: TableRule["people"],
): TableRule => ({ table, what, copy: typeof copy === "string" ? [copy] : copy, people });

const PASSING = { none: "It is needed only for a while, and repeats what other sections have." };
const WORK = stays("It is the class's work.");
const NEVER_SHOWN = { none: "It names the person only to staff, or to the server." };

/**
 * The deletion goes from top to bottom: what refers to a row comes before it. Rows that belong to
 * others' rows, such as the entries of a doubt, go with them.
 */
export const TABLE_RULES: readonly TableRule[] = [
  rule(responses, "responses", "responses", {
    studentId: goesUnless(
      "Its review stays: mentors rely on what they decided.",
      sql`exists (select from reviews where reviews.assignment_id = responses.assignment_id
          and reviews.student_id = responses.student_id)`,
    ),
    reviewedById: stays("The student relies on the review."),
  }),
  rule(attempts, "attempts", "attempts", {
    studentId: goesUnless(
      "The attempts of a response that was reviewed stay.",
      sql`exists (select from reviews where reviews.assignment_id = attempts.assignment_id
          and reviews.student_id = attempts.student_id)`,
    ),
  }),
  rule(reviews, "reviews", ["reviews", "reviews-given"], {
    studentId: stays("Mentors rely on what they decided."),
    reviewerId: stays("The student relies on it."),
  }),
  rule(doubts, "doubts", ["doubts", "threads"], {
    studentId: goesUnless(
      "A doubt to which somebody else wrote, or that others have, too, stays.",
      sql`exists (select from doubt_entries where doubt_entries.doubt_id = doubts.id
            and doubt_entries.sender_id <> doubts.student_id)
          or exists (select from doubt_sharers where doubt_sharers.doubt_id = doubts.id)
          or exists (select from doubts as merged where merged.merged_into_id = doubts.id)
          or exists (select from doubt_entries where doubt_entries.refers_to_id = doubts.id)`,
    ),
    answeredById: stays("The student relies on the answer."),
  }),
  rule(entries, "entries of threads", ["threads", "earlier-texts"], {
    senderId: stays("The others in the thread rely on it."),
  }),
  rule(sharers, "doubts of others", "doubts-shared", { studentId: goes }),
  rule(runs, "runs", "runs", {
    studentId: goesUnless(
      "A run in a thread or a response that stays, or with comments, stays with it.",
      sql`exists (select from doubt_entries where doubt_entries.run_id = runs.id)
          or exists (select from responses where responses.student_id = runs.student_id
            and responses.run_id = runs.id)
          or exists (select from attempts where attempts.student_id = runs.student_id
            and attempts.run_id = runs.id)
          or exists (select from line_comments where line_comments.run_id = runs.id)
          or exists (select from proposals where proposals.run_id = runs.id)`,
    ),
  }),
  rule(comments, "comments on programs", ["comments", "earlier-comments"], {
    authorId: stays("The program's author relies on it."),
  }),
  rule(answers, "answers to comments", "comment-answers", {
    authorId: stays("The others in the thread rely on it."),
  }),
  rule(proposals, "proposed changes", "changes", {
    authorId: stays("The program's author relies on it."),
  }),
  rule(assignees, "own questions", "given-to-you", { studentId: goes }),
  rule(giveUps, "looks at solutions", "solutions-seen", { studentId: goes }),
  rule(feedbacks, "feedback on solutions", "solution-feedback", {
    studentId: stays("Mentors improve their solutions with it."),
  }),
  rule(classSessionSigns, "signs in class sessions", "class-sessions", { studentId: goes }),
  rule(quickQuestionAnswers, "answers to quick questions", "quick-answers", { personId: goes }),
  rule(notes, "notes", "notes", {
    studentId: goes,
    authorId: stays("Mentors rely on notes about their students."),
  }),
  rule(messages, "messages", "messages", { senderId: stays("Those who received it rely on it.") }),
  rule(recipients, "received messages", "messages", {
    personId: stays("The sender relies on the message that was sent."),
  }),
  rule(contactMessages, "messages of the contact form", "contact", {}),
  rule(goals, "weekly goals", "goals", { userId: goes }),
  rule(deskLimits, "limits of a wait", "desk", { personId: goes }),
  rule(savedReplies, "saved replies", "saved-replies", {
    ownerId: goesUnless("All staff use a shared one.", sql`saved_replies.shared`),
  }),
  rule(assignments, "questions", "questions", {
    createdById: WORK,
    lastModifiedById: WORK,
    assignedById: WORK,
  }),
  rule(solutions, "solutions", "solutions", { createdById: WORK, lastModifiedById: WORK }),
  rule(groupAnswers, "answers to several students", "group-answers", {
    byId: stays("The students rely on it."),
  }),
  rule(groupMembers, "answers to several", NEVER_SHOWN, {
    studentId: stays("It belongs to the thread with the answer."),
  }),
  rule(announcements, "announcements", "announcements", { senderId: WORK }),
  rule(briefings, "briefings", "briefings", { createdById: WORK }),
  rule(quickQuestions, "quick questions", "quick-questions", { askedById: WORK }),
  rule(classSessions, "class sessions", "sessions-started", {
    startedById: WORK,
    wallMadeById: WORK,
  }),
  rule(invitations, "invitations", "invitations", {
    madeById: stays("The invited people rely on it."),
  }),
  rule(rosterImports, "imports", "rosters", {
    byId: stays("The school relies on it until it cannot be undone."),
  }),
  rule(terms, "terms", "terms", { byId: stays("The class reads its archives.") }),
  rule(rosterChanges, "changes by rosters", { none: "It is removed a day after the import." }, {
    personId: goes,
  }),
  rule(claims, "claims", "claims", { byId: goes, studentId: goes }),
  rule(togethers, "shared views", PASSING, { askedById: goes, mentorId: goes }),
  rule(notified, "notifications", "notifications", { personId: goes }),
  rule(notifications, "notifications to others", PASSING, {
    byId: stays("It tells others of what stays. It is removed after 60 days."),
  }),
  rule(notificationSettings, "settings", "notification-settings", { personId: goes }),
  rule(notificationMails, "waiting mails", PASSING, { personId: goes }),
  rule(pushSubscriptions, "browsers with notifications", "push-browsers", { personId: goes }),
  rule(calendarFeeds, "calendar addresses", "calendar", { personId: goes }),
  rule(identities, "school accounts", "school-accounts", { personId: goes }),
  rule(sessions, "sessions", "sessions", { personId: goes }),
  rule(apiTokens, "API tokens", "api-tokens", { personId: goes }),
  rule(sectionMembers, "sections", { none: "The profile shows them." }, { personId: goes }),
  rule(webhooks, "webhooks", { none: "It is the school's." }, {
    createdById: stays("It is the school's."),
  }),
  rule(visits, "visits", "visits", { personId: goes }),
  rule(files, "uploaded files", "files", {
    ownerId: goesUnless("A file in something that stays is kept with it.", IS_SHOWN),
  }),
  rule(jobs, "waiting programs", PASSING, { personId: goes }),
  rule(jobCosts, "costs of programs", PASSING, { personId: goes }),
  rule(idempotencyKeys, "keys of requests", PASSING, { personId: goes }),
  rule(figures, "figures", { none: "It is a count, and the dashboard shows it." }, {
    ownerId: stays("It is a count without a name."),
  }),
  rule(audit, "rows of the audit trail", ["what-you-did", "what-was-done"], {
    byId: stays("Nobody can change the trail. Its rows are removed after AUDIT_DAYS."),
    aboutId: stays("Nobody can change the trail. Its rows are removed after AUDIT_DAYS."),
  }),
  rule(removals, "deletions", { none: "Whoever has a deleted account cannot ask for a copy." }, {
    personId: stays("It is the report, without name and address."),
    byId: stays("It is the report, without name and address."),
  }),
  rule(people, "accounts", "profile", {
    id: stays("Name, address, picture and links are removed."),
  }),
];
