/** The dashboards' figures: read from what triggers have counted, and from one's own responses. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { tagsShownAs } from "../assignments/schema.ts";
import { assignees, assignments, responses } from "../assignments/tables.ts";
import type { Reader } from "../kit/database.ts";
import type { Ask } from "../kit/guard.ts";
import type { AdminFigures, Figure, MentorFigures, StudentFigures } from "./schema.ts";
import { figures, THE_CLASS } from "./tables.ts";

/** A few rows for each figure, however much they count. */
async function figuresOf<F extends Figure>(
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

const HOMEWORK = tagsShownAs("HW");
const CLASSWORK = tagsShownAs("CW");

/** What a learner has solved, and what still waits for them; reads no more than their own rows. */
export async function studentFigures(
  { db, me }: { db: Reader; me: { _id: string } },
): Promise<StudentFigures> {
  const isSolved = eq(responses.responseStatus, "solved");
  const [given, [solved], [personal]] = await Promise.all([
    figuresOf(db, THE_CLASS, ["homework", "classwork"]),
    db.select({
      all: sql<number>`count(*)`.mapWith(Number),
      homework: countOf(HOMEWORK),
      classwork: countOf(CLASSWORK),
    }).from(responses).innerJoin(assignments, eq(assignments.id, responses.assignmentId))
      .where(and(eq(responses.studentId, me._id), isSolved)),
    db.select({ pending: sql<number>`count(*)`.mapWith(Number) }).from(assignees)
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
  return {
    totalSolved: solved?.all ?? 0,
    pendingHW: Math.max(0, given.homework - (solved?.homework ?? 0)),
    pendingCW: Math.max(0, given.classwork - (solved?.classwork ?? 0)),
    pendingPersonal: personal?.pending ?? 0,
  };
}

const countOf = (tags: typeof HOMEWORK) =>
  sql<number>`count(*) filter (where ${inArray(assignments.distributionTag, tags)})`
    .mapWith(Number);
