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
import { personalCopies } from "../tables.ts";
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
  /** The sections of the copy that have it (copies/queries.ts), or why none does. */
  copy: string[] | { none: string };
  /** The columns that hold a person's id. */
  people: Record<string, Fate>;
};

/** `copy` is a section's name, several, or why there is none. */
const rule = (
  table: PgTable,
  what: string,
  { copy, people }: { copy: string | TableRule["copy"]; people: TableRule["people"] },
): TableRule => ({ table, what, copy: typeof copy === "string" ? [copy] : copy, people });

const PASSING = { none: "It is needed only for a while, and repeats what other sections have." };
const WORK = stays("It is the class's work.");
const NEVER_SHOWN = { none: "It names the person only to staff, or to the server." };

/**
 * The deletion goes from top to bottom: what refers to a row comes before it. Rows that belong to
 * others' rows, such as the entries of a doubt, go with them.
 */
export const TABLE_RULES: readonly TableRule[] = [
  rule(responses, "responses", {
    copy: "responses",
    people: {
      studentId: goesUnless(
        "Its review stays: mentors rely on what they decided.",
        sql`exists (select from reviews where reviews.assignment_id = responses.assignment_id
          and reviews.student_id = responses.student_id)`,
      ),
      reviewedById: stays("The student relies on the review."),
    },
  }),
  rule(attempts, "attempts", {
    copy: "attempts",
    people: {
      studentId: goesUnless(
        "The attempts of a response that was reviewed stay.",
        sql`exists (select from reviews where reviews.assignment_id = attempts.assignment_id
          and reviews.student_id = attempts.student_id)`,
      ),
    },
  }),
  rule(reviews, "reviews", {
    copy: ["reviews", "reviews-given"],
    people: {
      studentId: stays("Mentors rely on what they decided."),
      reviewerId: stays("The student relies on it."),
    },
  }),
  rule(doubts, "doubts", {
    copy: ["doubts", "threads"],
    people: {
      studentId: goesUnless(
        "A doubt to which somebody else wrote, or that others have, too, stays.",
        sql`exists (select from doubt_entries where doubt_entries.doubt_id = doubts.id
            and doubt_entries.sender_id <> doubts.student_id)
          or exists (select from doubt_sharers where doubt_sharers.doubt_id = doubts.id)
          or exists (select from doubts as merged where merged.merged_into_id = doubts.id)
          or exists (select from doubt_entries where doubt_entries.refers_to_id = doubts.id)`,
      ),
      answeredById: stays("The student relies on the answer."),
    },
  }),
  rule(entries, "entries of threads", {
    copy: ["threads", "earlier-texts"],
    people: { senderId: stays("The others in the thread rely on it.") },
  }),
  rule(sharers, "doubts of others", { copy: "doubts-shared", people: { studentId: goes } }),
  rule(runs, "runs", {
    copy: "runs",
    people: {
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
    },
  }),
  rule(comments, "comments on programs", {
    copy: ["comments", "earlier-comments"],
    people: { authorId: stays("The program's author relies on it.") },
  }),
  rule(answers, "answers to comments", {
    copy: "comment-answers",
    people: { authorId: stays("The others in the thread rely on it.") },
  }),
  rule(proposals, "proposed changes", {
    copy: "changes",
    people: { authorId: stays("The program's author relies on it.") },
  }),
  rule(assignees, "own questions", { copy: "given-to-you", people: { studentId: goes } }),
  rule(giveUps, "looks at solutions", { copy: "solutions-seen", people: { studentId: goes } }),
  rule(feedbacks, "feedback on solutions", {
    copy: "solution-feedback",
    people: { studentId: stays("Mentors improve their solutions with it.") },
  }),
  rule(classSessionSigns, "signs in class sessions", {
    copy: "class-sessions",
    people: { studentId: goes },
  }),
  rule(quickQuestionAnswers, "answers to quick questions", {
    copy: "quick-answers",
    people: { personId: goes },
  }),
  rule(notes, "notes", {
    copy: "notes",
    people: { studentId: goes, authorId: stays("Mentors rely on notes about their students.") },
  }),
  rule(messages, "messages", {
    copy: "messages",
    people: { senderId: stays("Those who received it rely on it.") },
  }),
  rule(recipients, "received messages", {
    copy: "messages",
    people: { personId: stays("The sender relies on the message that was sent.") },
  }),
  rule(contactMessages, "messages of the contact form", { copy: "contact", people: {} }),
  rule(goals, "weekly goals", { copy: "goals", people: { userId: goes } }),
  rule(deskLimits, "limits of a wait", { copy: "desk", people: { personId: goes } }),
  rule(savedReplies, "saved replies", {
    copy: "saved-replies",
    people: { ownerId: goesUnless("All staff use a shared one.", sql`saved_replies.shared`) },
  }),
  rule(assignments, "questions", {
    copy: "questions",
    people: { createdById: WORK, lastModifiedById: WORK, assignedById: WORK },
  }),
  rule(solutions, "solutions", {
    copy: "solutions",
    people: { createdById: WORK, lastModifiedById: WORK },
  }),
  rule(groupAnswers, "answers to several students", {
    copy: "group-answers",
    people: { byId: stays("The students rely on it.") },
  }),
  rule(groupMembers, "answers to several", {
    copy: NEVER_SHOWN,
    people: { studentId: stays("It belongs to the thread with the answer.") },
  }),
  rule(announcements, "announcements", { copy: "announcements", people: { senderId: WORK } }),
  rule(briefings, "briefings", { copy: "briefings", people: { createdById: WORK } }),
  rule(quickQuestions, "quick questions", { copy: "quick-questions", people: { askedById: WORK } }),
  rule(classSessions, "class sessions", {
    copy: "sessions-started",
    people: { startedById: WORK, wallMadeById: WORK },
  }),
  rule(invitations, "invitations", {
    copy: "invitations",
    people: { madeById: stays("The invited people rely on it.") },
  }),
  rule(rosterImports, "imports", {
    copy: "rosters",
    people: { byId: stays("The school relies on it until it cannot be undone.") },
  }),
  rule(terms, "terms", { copy: "terms", people: { byId: stays("The class reads its archives.") } }),
  rule(rosterChanges, "changes by rosters", {
    copy: { none: "It is removed a day after the import." },
    people: { personId: goes },
  }),
  rule(claims, "claims", { copy: "claims", people: { byId: goes, studentId: goes } }),
  rule(togethers, "shared views", { copy: PASSING, people: { askedById: goes, mentorId: goes } }),
  rule(notified, "notifications", { copy: "notifications", people: { personId: goes } }),
  rule(notifications, "notifications to others", {
    copy: PASSING,
    people: { byId: stays("It tells others of what stays. It is removed after 60 days.") },
  }),
  rule(notificationSettings, "settings", {
    copy: "notification-settings",
    people: { personId: goes },
  }),
  rule(notificationMails, "waiting mails", { copy: PASSING, people: { personId: goes } }),
  rule(pushSubscriptions, "browsers with notifications", {
    copy: "push-browsers",
    people: { personId: goes },
  }),
  rule(calendarFeeds, "calendar addresses", { copy: "calendar", people: { personId: goes } }),
  rule(identities, "school accounts", { copy: "school-accounts", people: { personId: goes } }),
  rule(sessions, "sessions", { copy: "sessions", people: { personId: goes } }),
  rule(apiTokens, "API tokens", { copy: "api-tokens", people: { personId: goes } }),
  rule(sectionMembers, "sections", {
    copy: { none: "The profile shows them." },
    people: { personId: goes },
  }),
  rule(webhooks, "webhooks", {
    copy: { none: "It is the school's." },
    people: { createdById: stays("It is the school's.") },
  }),
  rule(visits, "visits", { copy: "visits", people: { personId: goes } }),
  rule(files, "uploaded files", {
    copy: "files",
    people: {
      ownerId: goesUnless("A file in something that stays is kept with it.", IS_SHOWN),
    },
  }),
  rule(personalCopies, "copies", {
    copy: { none: "It is a copy itself." },
    people: { personId: goes },
  }),
  rule(jobs, "waiting programs", { copy: PASSING, people: { personId: goes } }),
  rule(jobCosts, "costs of programs", { copy: PASSING, people: { personId: goes } }),
  rule(idempotencyKeys, "keys of requests", { copy: PASSING, people: { personId: goes } }),
  rule(figures, "figures", {
    copy: { none: "It is a count, and the dashboard shows it." },
    people: { ownerId: stays("It is a count without a name.") },
  }),
  rule(audit, "rows of the audit trail", {
    copy: ["what-you-did", "what-was-done"],
    people: {
      byId: stays("Nobody can change the trail. Its rows are removed after AUDIT_DAYS."),
      aboutId: stays("Nobody can change the trail. Its rows are removed after AUDIT_DAYS."),
    },
  }),
  rule(removals, "deletions", {
    copy: { none: "Whoever has a deleted account cannot ask for a copy." },
    people: {
      personId: stays("It is the report, without name and address."),
      byId: stays("It is the report, without name and address."),
    },
  }),
  rule(people, "accounts", {
    copy: "profile",
    people: { id: stays("Name, address, picture and links are removed.") },
  }),
];
