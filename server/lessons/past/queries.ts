/** Computes the results of a lesson, once, when it ends. */
import { and, between, eq, inArray, sql } from "drizzle-orm";
import { doubts } from "../../doubts/tables.ts";
import { countGroupAnswers } from "../../groups/queries.ts";
import type { Reader } from "../../kit/db/database.ts";
import { polls } from "../../polls/tables.ts";
import { isInSections } from "../../sections/queries.ts";
import type { Lesson, LessonSummary } from "../schema.ts";
import { countsOf } from "../wall/queries.ts";

export async function summaryOf(
  db: Reader,
  lesson: Lesson,
  endedAt: string,
): Promise<LessonSummary> {
  const ids = lesson.questions.map(({ _id }) => _id);
  const [{ students, counts }, raised, groupAnswers, asked] = await Promise.all([
    countsOf(db, lesson),
    db.$count(
      doubts,
      and(
        inArray(doubts.assignmentId, ids),
        between(doubts.createdAt, lesson.startedAt, endedAt),
        eq(doubts.mentorFirst, false),
        isInSections(sql`${doubts.studentId}`, lesson.audience),
      ),
    ),
    countGroupAnswers(db, {
      assignmentIds: ids,
      from: lesson.startedAt,
      to: endedAt,
      sections: lesson.audience,
    }),
    db.$count(polls, eq(polls.lessonId, lesson._id)),
  ]);
  return { students, questions: counts, doubts: raised, groupAnswers, polls: asked };
}
