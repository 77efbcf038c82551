/** Inserts the demo class's people, questions and responses. */
import {
  assignees,
  assignments,
  attempts as attemptRows,
  responses as responseRows,
} from "../../server/assignments/tables.ts";
import { lateness } from "../../server/assignments/policy.ts";
import type { Tx } from "../../server/kit/db/database.ts";
import type { Texts } from "../../server/kit/content/render.ts";
import { newId } from "../../server/kit/core/ids.ts";
import { pick } from "../../server/kit/db/columns.ts";
import { people as peopleRows } from "../../server/people/tables.ts";
import { reviews as reviewRows } from "../../server/reviews/tables.ts";
import { rubrics as rubricRows } from "../../server/rubrics/tables.ts";
import { giveUps as giveUpRows, solutions as solutionRows } from "../../server/solutions/tables.ts";
import { dueOf, momentOf } from "./moments.ts";
import type { DemoClass } from "./read.ts";
import type { DemoAttempt, DemoResponse, Moment } from "./shape.ts";

/**
 * The context of an insertion: the transaction, the demo class, the time, and the id for each key.
 */
export type SeedContext = {
  db: Tx;
  demo: DemoClass;
  now: string;
  zone: string;
  passwordHash: string;
  texts: Texts;
  personIds: Map<string, string>;
  questionIds: Map<string, string>;
  /** The id of the run of a student's program on a question; `runKey` makes the key. */
  runIds: Map<string, string>;
};

export const runKey = (question: string, student: string, source: string): string =>
  JSON.stringify([question, student, source]);

export const idOf = (ids: Map<string, string>, key: string): string => {
  const id = ids.get(key);
  if (!id) throw new Error(`the demo class has no ${key}`);
  return id;
};

export async function insertPeople(seeding: SeedContext): Promise<void> {
  const { db, demo: { people }, now, personIds, passwordHash } = seeding;
  for (const { key } of people) personIds.set(key, newId());
  await db.insert(peopleRows).values(people.map((person) => {
    const joined = momentOf(person.joined, seeding);
    return {
      id: idOf(personIds, person.key),
      ...pick(person, "name", "email", "role", "branch", "year"),
      linkedin: person.team?.linkedin,
      github: person.team?.github,
      passwordHash,
      verifiedAt: joined,
      createdAt: joined,
      updatedAt: now,
    };
  }));
}

export async function insertQuestions(seeding: SeedContext): Promise<void> {
  const { db, demo: { questions }, now, personIds, questionIds, texts } = seeding;
  for (const { key } of questions) questionIds.set(key, newId());
  const rows = await Array.fromAsync(questions, async (question) => {
    const created = momentOf(question.created, seeding);
    const isCentral = question.distributionTag === "central";
    return {
      id: idOf(questionIds, question.key),
      explanation: await texts.text(question.explanation, "explanation"),
      explanationSource: question.explanation,
      ...pick(question, "title", "testCases", "starter", "judge", "givenFiles", "fileName"),
      ...pick(question, "difficulty", "tags", "repoCategory", "questionType", "majorTopic"),
      ...pick(question, "similarQuestions", "codingPlatformLink", "distributionTag", "lateRule"),
      files: [],
      givenOutAt: isCentral ? null : created,
      dueAt: question.due && dueOf(question.due, seeding),
      solutionVisible: question.solution?.visible ?? false,
      assignedById: question.assignedBy && idOf(personIds, question.assignedBy),
      createdById: idOf(personIds, question.createdBy),
      lastModifiedById: idOf(personIds, question.lastModifiedBy ?? question.createdBy),
      createdAt: created,
      updatedAt: momentOf(question.lastModified ?? question.created, seeding),
    };
  });
  await db.insert(assignments).values(rows);
  const assigned = questions.flatMap(({ key, assignedTo = [] }) =>
    assignedTo.map((student) => ({
      assignmentId: idOf(questionIds, key),
      studentId: idOf(personIds, student),
    }))
  );
  if (assigned.length > 0) await db.insert(assignees).values(assigned);
  const withPoints = questions.filter(({ rubric }) => rubric.length > 0);
  if (withPoints.length > 0) {
    await db.insert(rubricRows).values(withPoints.map(({ key, rubric }) => ({
      assignmentId: idOf(questionIds, key),
      points: rubric.map((point) => ({ _id: newId(), ...point })),
      updatedAt: now,
    })));
  }
  for (const question of questions) {
    const { solution } = question;
    if (!solution) continue;
    const createdAt = momentOf(question.created, seeding);
    await db.insert(solutionRows).values({
      id: newId(),
      assignmentId: idOf(questionIds, question.key),
      title: solution.title,
      content: await texts.text(solution.content, "content"),
      contentSource: solution.content,
      createdById: idOf(personIds, question.createdBy),
      lastModifiedById: idOf(personIds, question.createdBy),
      createdAt,
      updatedAt: createdAt,
    });
  }
}

export async function insertResponses(seeding: SeedContext): Promise<void> {
  const { db, demo: { responses, questions }, personIds, questionIds, runIds, texts } = seeding;
  const isLate = ({ question: key }: DemoResponse, { minutesAgo }: DemoAttempt) => {
    const question = questions.find((one) => one.key === key);
    const dueAt = question?.due && dueOf(question.due, seeding);
    if (!question || !dueAt) return false;
    return lateness({ dueAt, lateRule: question.lateRule }, at(minutesAgo)) === "late";
  };
  const at = (moment: Moment) => momentOf(moment, seeding);
  const keyOf = (response: { question: string; student: string }) => ({
    assignmentId: idOf(questionIds, response.question),
    studentId: idOf(personIds, response.student),
  });
  const runOf = ({ question, student }: DemoResponse, { code }: DemoAttempt) => ({
    runId: code === undefined ? undefined : runIds.get(runKey(question, student, code)),
  });
  const rows = await Array.fromAsync(responses, async (response) => {
    const { review, earlier } = response;
    return {
      ...keyOf(response),
      ...await answerOf(texts, response),
      ...runOf(response, response),
      late: isLate(response, response),
      reviewStatus: review?.status ?? "pending" as const,
      reviewComment: review?.comment,
      reviewedById: review && idOf(personIds, review.by),
      reviewedAt: review && at(review.minutesAgo),
      submittedAt: at(response.minutesAgo),
      waitingSince: at(firstUnanswered(response).minutesAgo),
      version: 1 + earlier.length,
      createdAt: at(earlier[0]?.minutesAgo ?? response.minutesAgo),
      updatedAt: at(review?.minutesAgo ?? response.minutesAgo),
    };
  });
  await db.insert(responseRows).values(rows);
  const attempts = responses.flatMap((response) =>
    [...response.earlier, response].map((attempt) => ({
      id: newId(),
      key: keyOf(response),
      attempt,
      ran: runOf(response, attempt),
      late: isLate(response, attempt),
    }))
  );
  for (const { id, key, attempt, ran, late } of attempts) {
    const answer = await answerOf(texts, attempt);
    const createdAt = at(attempt.minutesAgo);
    await db.insert(attemptRows).values({ id, ...key, ...answer, ...ran, late, createdAt });
  }
  await db.insert(reviewRows).values(
    attempts.flatMap(({ id, key, attempt: { review, minutesAgo } }) =>
      review
        ? {
          id: newId(),
          ...key,
          attemptId: id,
          status: review.status,
          comment: review.comment,
          reviewerId: idOf(personIds, review.by),
          waitedSince: at(minutesAgo),
          createdAt: at(review.minutesAgo),
        }
        : []
    ),
  );
  await db.insert(giveUpRows).values(
    responses.flatMap((response) =>
      response.gaveUp === undefined ? [] : { ...keyOf(response), gaveUpAt: at(response.gaveUp) }
    ),
  );
}

/** The first attempt after the last review; if the newest attempt is reviewed, that attempt. */
function firstUnanswered(response: DemoResponse): DemoAttempt {
  const waiting = response.earlier.slice(
    response.earlier.findLastIndex(({ review }) => review !== undefined) + 1,
  );
  return response.review ? response : waiting[0] ?? response;
}

async function answerOf(
  texts: Texts,
  { status, submissionUrl, learningNotes, code }: DemoAttempt,
) {
  return {
    responseStatus: status,
    submissionUrl,
    learningNotes: learningNotes || null,
    studentSolution: code && await texts.code(code, "studentSolution"),
    studentSolutionSource: code,
  };
}
