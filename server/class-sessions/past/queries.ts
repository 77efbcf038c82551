/** Computes the results of a class session, once, when it ends. */
import { and, between, eq, inArray, sql } from "drizzle-orm";
import { doubts } from "../../doubts/tables.ts";
import { countGroupAnswers } from "../../groups/queries.ts";
import type { Reader } from "../../kit/db/database.ts";
import { quickQuestions } from "../../quick-questions/tables.ts";
import { isInSections } from "../../sections/queries.ts";
import type { ClassSession, ClassSessionSummary } from "../schema.ts";
import { countsOf } from "../wall/queries.ts";

export async function summaryOf(
  db: Reader,
  classSession: ClassSession,
  endedAt: string,
): Promise<ClassSessionSummary> {
  const ids = classSession.questions.map(({ _id }) => _id);
  const [{ students, counts }, raised, groupAnswers, asked] = await Promise.all([
    countsOf(db, classSession),
    db.$count(
      doubts,
      and(
        inArray(doubts.assignmentId, ids),
        between(doubts.createdAt, classSession.startedAt, endedAt),
        eq(doubts.mentorFirst, false),
        isInSections(sql`${doubts.studentId}`, classSession.audience),
      ),
    ),
    countGroupAnswers(db, {
      assignmentIds: ids,
      from: classSession.startedAt,
      to: endedAt,
      sections: classSession.audience,
    }),
    db.$count(quickQuestions, eq(quickQuestions.classSessionId, classSession._id)),
  ]);
  return { students, questions: counts, doubts: raised, groupAnswers, polls: asked };
}
