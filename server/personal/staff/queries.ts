/** The sections of a copy with what mentors and admins write. */
import { asc, eq } from "drizzle-orm";
import { invitations } from "../../admission/invitations/tables.ts";
import { announcements } from "../../announcements/tables.ts";
import { assignments } from "../../assignments/tables.ts";
import { briefings } from "../../briefings/tables.ts";
import { deskLimits, savedReplies } from "../../desk/tables.ts";
import { goals } from "../../goals/tables.ts";
import { groupAnswers } from "../../groups/tables.ts";
import { claims } from "../../kit/db/tables.ts";
import { classSessions } from "../../class-sessions/tables.ts";
import { rosterImports } from "../../people/roster/tables.ts";
import { terms } from "../../terms/tables.ts";
import { quickQuestions } from "../../quick-questions/tables.ts";
import { reviews } from "../../reviews/tables.ts";
import { solutions } from "../../solutions/tables.ts";
import { notes } from "../../students/tables.ts";
import { pick } from "../../kit/db/columns.ts";
import { alone, ofReviews, other, own, question, type Section } from "../sections/queries.ts";

export const staff: readonly Section[] = [
  {
    name: "goals",
    title: "Your weekly goals",
    select: alone(goals, {
      title: goals.week,
      target: goals.weeklyTarget,
      summary: goals.weeklyJustification,
      reports: goals.dailyReports,
      createdAt: goals.createdAt,
    }, { whose: own(goals.userId), order: goals.week }),
  },
  {
    name: "desk",
    title: "The limits of a long wait",
    select: alone(deskLimits, { long: deskLimits.long, tooLong: deskLimits.tooLong }, {
      whose: own(deskLimits.personId),
      order: deskLimits.personId,
    }),
  },
  {
    name: "saved-replies",
    title: "Your saved replies",
    select: alone(savedReplies, {
      title: savedReplies.name,
      ...pick(savedReplies, "text", "shared", "createdAt"),
    }, { whose: own(savedReplies.ownerId), order: savedReplies.createdAt }),
  },
  {
    name: "questions",
    title: "Questions that you made",
    isForStaff: true,
    select: alone(assignments, {
      title: question,
      text: assignments.explanationSource,
      html: assignments.explanation,
      tag: assignments.distributionTag,
      createdAt: assignments.createdAt,
      changedAt: assignments.updatedAt,
    }, { whose: own(assignments.createdById), order: assignments.createdAt }),
  },
  {
    name: "solutions",
    title: "Solutions that you wrote",
    isForStaff: true,
    select: alone(solutions, {
      title: solutions.title,
      text: solutions.contentSource,
      html: solutions.content,
      createdAt: solutions.createdAt,
    }, { whose: own(solutions.createdById), order: solutions.createdAt }),
  },
  {
    name: "reviews-given",
    title: "Reviews that you gave",
    isForStaff: true,
    select: ofReviews({ mine: reviews.reviewerId, others: reviews.studentId, as: "student" }),
  },
  {
    name: "group-answers",
    title: "Answers that you sent to several students",
    isForStaff: true,
    select: alone(groupAnswers, {
      title: groupAnswers.title,
      text: groupAnswers.message,
      receivers: groupAnswers.receivers,
      createdAt: groupAnswers.createdAt,
    }, { whose: own(groupAnswers.byId), order: groupAnswers.createdAt }),
  },
  {
    name: "notes",
    title: "Notes that you wrote about students",
    isForStaff: true,
    select: (db, me) =>
      db.select({ title: other.name, text: notes.text, createdAt: notes.createdAt }).from(notes)
        .innerJoin(other, eq(other.id, notes.studentId))
        .where(eq(notes.authorId, me._id)).orderBy(asc(notes.createdAt), asc(notes.id)),
  },
  {
    name: "announcements",
    title: "Your announcements",
    select: alone(announcements, {
      title: announcements.subject,
      text: announcements.body,
      links: announcements.links,
      createdAt: announcements.createdAt,
    }, { whose: own(announcements.senderId), order: announcements.createdAt }),
  },
  {
    name: "briefings",
    title: "Your briefings",
    select: alone(briefings, {
      title: briefings.day,
      summary: briefings.classSummary,
      ...pick(briefings, "classQuestions", "homeworkQuestions", "createdAt"),
    }, { whose: own(briefings.createdById), order: briefings.day }),
  },
  {
    name: "quick-questions",
    title: "Quick questions that you asked",
    select: alone(
      quickQuestions,
      {
        title: quickQuestions.text,
        options: quickQuestions.options,
        createdAt: quickQuestions.createdAt,
      },
      {
        whose: own(quickQuestions.askedById),
        order: quickQuestions.createdAt,
      },
    ),
  },
  {
    name: "sessions-started",
    title: "Class sessions that you started",
    select: alone(classSessions, {
      startedAt: classSessions.startedAt,
      endedAt: classSessions.endedAt,
    }, {
      whose: own(classSessions.startedById),
      order: classSessions.startedAt,
    }),
  },
  {
    name: "claims",
    title: "What you have claimed now",
    isForStaff: true,
    select: alone(claims, { title: claims.kind, until: claims.until }, {
      whose: own(claims.byId),
      order: claims.until,
    }),
  },
  {
    name: "invitations",
    title: "Invitations that you made",
    isForStaff: true,
    select: alone(invitations, {
      title: invitations.name,
      ...pick(invitations, "email", "uses", "madeAt", "endsAt"),
    }, { whose: own(invitations.madeById), order: invitations.madeAt }),
  },
  {
    name: "rosters",
    title: "Rosters that you imported",
    isForStaff: true,
    select: alone(rosterImports, pick(rosterImports, "at", "added", "changed"), {
      whose: own(rosterImports.byId),
      order: rosterImports.at,
    }),
  },
  {
    name: "terms",
    title: "Terms that you closed",
    isForStaff: true,
    select: alone(terms, { name: terms.name, endedAt: terms.endedAt }, {
      whose: own(terms.byId),
      order: terms.endedAt,
    }),
  },
];
