/** The figures that triggers count, and the counts of a learner's responses. */
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { givenToOthers, isPresent } from "../assignments/queries.ts";
import { unsolvedWork } from "../assignments/lists/queries.ts";
import { distributionTagsOf } from "../assignments/schema.ts";
import { assignees, assignments, responses } from "../assignments/tables.ts";
import { selectDoubts, toCard } from "../doubts/queries.ts";
import { doubts } from "../doubts/tables.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Ask } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { isForPerson } from "../sections/queries.ts";
import type { AdminFigures, Figure, MentorFigures, StudentDay, StudentFigures } from "./schema.ts";
import { figures, THE_CLASS } from "./tables.ts";

/** Sums the slots of each figure. Each figure has only a few rows, however large it is. */
export async function figuresOf<F extends Figure>(
  db: Reader,
  ownerId: string,
  wanted: readonly F[],
): Promise<Record<F, number>> {
  const rows = await db
    .select({ figure: figures.figure, count: sql<number>`sum(${figures.count})`.mapWith(Number) })
    .from(figures).where(and(inArray(figures.figure, wanted), eq(figures.ownerId, ownerId)))
    .groupBy(figures.figure);
  const found = new Map<string, number>(rows.map(({ figure, count }) => [figure, count]));
  return Object.fromEntries(wanted.map((one) => [one, found.get(one) ?? 0])) as Record<F, number>;
}

export async function mentorFigures({ db, me }: Ask): Promise<MentorFigures> {
  const own = await figuresOf(db, me._id, ["question", "replied", "personal"]);
  return {
    totalQuestions: own.question,
    totalDoubtsReplied: own.replied,
    totalPersonalMessages: own.personal,
  };
}

export async function adminFigures({ db }: Ask): Promise<AdminFigures> {
  const all = await figuresOf(
    db,
    THE_CLASS,
    ["student", "mentor", "volunteer", "question", "message", "doubt"],
  );
  return {
    totalStudents: all.student,
    totalMentors: all.mentor,
    totalVolunteers: all.volunteer,
    totalQuestions: all.question,
    totalMessages: all.message,
    totalDoubts: all.doubt,
  };
}

const HOMEWORK = distributionTagsOf("HW");
const CLASSWORK = distributionTagsOf("CW");

/** Counts a learner's assignments from their own rows and the questions for other sections. */
export async function studentFigures(
  { db, me }: { db: Reader; me: { _id: string } },
): Promise<StudentFigures> {
  const isSolved = eq(responses.responseStatus, "solved");
  const [given, others, [solved], [personal]] = await Promise.all([
    figuresOf(db, THE_CLASS, ["homework", "classwork"]),
    givenToOthers(db, me._id),
    db.select({
      all: sql<number>`count(*)`.mapWith(Number),
      homework: countOf(HOMEWORK, me._id),
      classwork: countOf(CLASSWORK, me._id),
    }).from(responses).innerJoin(assignments, eq(assignments.id, responses.assignmentId))
      .where(and(isPresent, eq(responses.studentId, me._id), isSolved)),
    db.select({ pending: sql<number>`count(*)`.mapWith(Number) }).from(assignees)
      .innerJoin(assignments, and(eq(assignments.id, assignees.assignmentId), isPresent))
      .leftJoin(
        responses,
        and(
          eq(responses.assignmentId, assignees.assignmentId),
          eq(responses.studentId, me._id),
          isSolved,
        ),
      )
      .where(and(eq(assignees.studentId, me._id), sql`${responses.studentId} is null`)),
  ]);
  const notTheirs = (tags: typeof HOMEWORK) =>
    others.filter(({ distributionTag }) => tags.includes(distributionTag))
      .reduce((sum, { count }) => sum + count, 0);
  const { all = 0, homework = 0, classwork = 0 } = solved ?? {};
  return {
    totalSolved: all,
    pendingHW: Math.max(0, given.homework - notTheirs(HOMEWORK) - homework),
    pendingCW: Math.max(0, given.classwork - notTheirs(CLASSWORK) - classwork),
    pendingPersonal: personal?.pending ?? 0,
  };
}

/** The most replies, and the most reviews that ask for changes, in a day. */
const EACH_MOST = 5;

/** Returns what a learner can do now. It reads only their own rows and the open work. */
export async function studentDay(ask: Ask): Promise<StudentDay> {
  const { db, me, now } = ask;
  const [work, replied, changes] = await Promise.all([
    unsolvedWork(ask),
    selectDoubts(db, now)
      .where(and(
        eq(doubts.studentId, me._id),
        eq(doubts.stage, "replied"),
        isNull(doubts.termId),
      ))
      .orderBy(desc(doubts.activeAt), desc(doubts.id)).limit(EACH_MOST),
    db.select({
      assignmentId: responses.assignmentId,
      title: assignments.title,
      comment: responses.reviewComment,
      by: people.name,
      at: responses.reviewedAt,
    }).from(responses)
      .innerJoin(assignments, eq(assignments.id, responses.assignmentId))
      .leftJoin(people, eq(people.id, responses.reviewedById))
      .where(and(
        isPresent,
        eq(responses.studentId, me._id),
        eq(responses.reviewStatus, "not approved"),
      ))
      .orderBy(desc(responses.submittedAt), desc(responses.assignmentId)).limit(EACH_MOST),
  ]);
  return { work, replies: replied.map(toCard), changes };
}

/** Counts those with these tags that are still for the learner, who may have changed the section. */
const countOf = (tags: typeof HOMEWORK, studentId: string) =>
  sql<number>`count(*) filter (where ${inArray(assignments.distributionTag, tags)}
    and ${isForPerson(studentId, assignments.audience)})`.mapWith(Number);
