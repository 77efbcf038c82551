/** Inserts the demo class's people, questions, responses and doubts. */
import { sql } from "drizzle-orm";
import {
  assignees,
  assignments,
  attempts as attemptRows,
  responses as responseRows,
} from "../../server/assignments/tables.ts";
import { stageAfter } from "../../server/doubts/policy.ts";

import { CLAIM_MINUTES } from "../../server/doubts/schema.ts";
import { doubts, entries } from "../../server/doubts/tables.ts";
import { later } from "../../server/kit/clock.ts";
import type { Tx } from "../../server/kit/database.ts";
import { codeToHtml, toHtml } from "../../server/kit/html.ts";
import { newId } from "../../server/kit/ids.ts";
import { wordsOf } from "../../server/kit/search.ts";
import { claims } from "../../server/kit/tables.ts";
import { people as peopleRows } from "../../server/people/tables.ts";
import { reviews as reviewRows } from "../../server/reviews/tables.ts";
import { giveUps as giveUpRows, solutions as solutionRows } from "../../server/solutions/tables.ts";
import { momentOf } from "./moments.ts";
import type { DemoAttempt, DemoClass, DemoThread, Moment } from "./shape.ts";

/** Where the demo class is going, as of when, and the ids that its keys have got. */
export type Seeding = {
  db: Tx;
  demo: DemoClass;
  now: string;
  zone: string;
  passwordHash: string;
  personIds: Map<string, string>;
  questionIds: Map<string, string>;
};

export const idOf = (ids: Map<string, string>, key: string): string => {
  const id = ids.get(key);
  if (!id) throw new Error(`the demo class has no ${key}`);
  return id;
};

export async function insertPeople(seeding: Seeding): Promise<void> {
  const { db, demo: { people }, now, personIds, passwordHash } = seeding;
  for (const { key } of people) personIds.set(key, newId());
  await db.insert(peopleRows).values(people.map((person) => {
    const joined = momentOf(person.joined, seeding);
    return {
      id: idOf(personIds, person.key),
      name: person.name,
      email: person.email,
      role: person.role,
      branch: person.branch,
      year: person.year,
      linkedin: person.team?.linkedin,
      github: person.team?.github,
      passwordHash,
      verifiedAt: joined,
      createdAt: joined,
      updatedAt: now,
    };
  }));
}

export async function insertQuestions(seeding: Seeding): Promise<void> {
  const { db, demo: { questions }, personIds, questionIds } = seeding;
  for (const { key } of questions) questionIds.set(key, newId());
  await db.insert(assignments).values(questions.map((question) => {
    const created = momentOf(question.created, seeding);
    const isCentral = question.distributionTag === "central";
    return {
      id: idOf(questionIds, question.key),
      title: question.title,
      explanation: toHtml(question.explanation, "explanation"),
      explanationSource: question.explanation,
      testCases: question.testCases,
      difficulty: question.difficulty,
      tags: question.tags,
      repoCategory: question.repoCategory,
      questionType: question.questionType,
      majorTopic: question.majorTopic,
      similarQuestions: question.similarQuestions,
      codingPlatformLink: question.codingPlatformLink,
      files: [],
      distributionTag: question.distributionTag,
      givenOutAt: isCentral ? null : created,
      solutionVisible: question.solution?.visible ?? false,
      assignedById: question.assignedBy && idOf(personIds, question.assignedBy),
      createdById: idOf(personIds, question.createdBy),
      lastModifiedById: idOf(personIds, question.lastModifiedBy ?? question.createdBy),
      createdAt: created,
      updatedAt: momentOf(question.lastModified ?? question.created, seeding),
    };
  }));
  const assigned = questions.flatMap(({ key, assignedTo = [] }) =>
    assignedTo.map((student) => ({
      assignmentId: idOf(questionIds, key),
      studentId: idOf(personIds, student),
    }))
  );
  if (assigned.length > 0) await db.insert(assignees).values(assigned);
  await db.insert(solutionRows).values(questions.flatMap((question) => {
    const { solution } = question;
    if (!solution) return [];
    const createdAt = momentOf(question.created, seeding);
    return {
      id: newId(),
      assignmentId: idOf(questionIds, question.key),
      title: solution.title,
      content: toHtml(solution.content, "content"),
      contentSource: solution.content,
      createdById: idOf(personIds, question.createdBy),
      lastModifiedById: idOf(personIds, question.createdBy),
      createdAt,
      updatedAt: createdAt,
    };
  }));
}

export async function insertResponses(seeding: Seeding): Promise<void> {
  const { db, demo: { responses }, personIds, questionIds } = seeding;
  const at = (moment: Moment) => momentOf(moment, seeding);
  const keyOf = (response: { question: string; student: string }) => ({
    assignmentId: idOf(questionIds, response.question),
    studentId: idOf(personIds, response.student),
  });
  await db.insert(responseRows).values(responses.map((response) => {
    const { review, earlier } = response;
    return {
      ...keyOf(response),
      ...answerOf(response),
      reviewStatus: review?.status ?? "pending" as const,
      reviewComment: review?.comment,
      reviewedById: review && idOf(personIds, review.by),
      reviewedAt: review && at(review.minutesAgo),
      submittedAt: at(response.minutesAgo),
      version: 1 + earlier.length,
      createdAt: at(earlier[0]?.minutesAgo ?? response.minutesAgo),
      updatedAt: at(review?.minutesAgo ?? response.minutesAgo),
    };
  }));
  const attempts = responses.flatMap((response) =>
    [...response.earlier, response].map((attempt) => ({
      id: newId(),
      key: keyOf(response),
      attempt,
    }))
  );
  await db.insert(attemptRows).values(attempts.map(({ id, key, attempt }) => ({
    id,
    ...key,
    ...answerOf(attempt),
    createdAt: at(attempt.minutesAgo),
  })));
  await db.insert(reviewRows).values(
    attempts.flatMap(({ id, key, attempt: { review } }) =>
      review
        ? {
          id: newId(),
          ...key,
          attemptId: id,
          status: review.status,
          comment: review.comment,
          reviewerId: idOf(personIds, review.by),
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

function answerOf({ status, submissionUrl, learningNotes, code }: DemoAttempt) {
  return {
    responseStatus: status,
    submissionUrl,
    learningNotes: learningNotes || null,
    studentSolution: code && codeToHtml(code, "studentSolution"),
    studentSolutionSource: code,
  };
}

export async function insertDoubts(seeding: Seeding): Promise<void> {
  const { db, demo: { threads }, now, personIds } = seeding;
  for (const thread of threads) {
    const { doubt, steps } = threadRows(seeding, thread);
    await db.insert(doubts).values(doubt);
    await db.insert(entries).values(steps);
    if (!thread.claimedBy) continue;
    await db.insert(claims).values({
      kind: "doubt",
      subjectId: doubt.id,
      studentId: doubt.studentId,
      byId: idOf(personIds, thread.claimedBy),
      until: later(now, CLAIM_MINUTES),
    });
  }
}

function threadRows({ now, personIds, questionIds }: Seeding, thread: DemoThread) {
  const id = newId();
  const at = (minutesAgo: number) => later(now, -minutesAgo);
  const [first] = thread.entries;
  const last = thread.entries.at(-1);
  if (!first || !last) throw new Error(`the demo's thread on ${thread.question} is empty`);
  let stage: ReturnType<typeof stageAfter> = "new";
  let waitingSince: string | null = null;
  let answeredBy: string | null = null;
  for (const { type, by, minutesAgo } of thread.entries) {
    stage = stageAfter(stage, type);
    waitingSince = stage === "replied" || stage === "resolved"
      ? null
      : waitingSince ?? at(minutesAgo);
    if (type === "reply") answeredBy = idOf(personIds, by);
  }
  const doubt = {
    id,
    assignmentId: idOf(questionIds, thread.question),
    studentId: idOf(personIds, thread.student),
    doubtText: first.message,
    private: thread.private,
    stage,
    resolvedAt: stage === "resolved" ? at(last.minutesAgo) : null,
    activeAt: at(last.minutesAgo),
    waitingSince,
    entries: thread.entries.length,
    answeredById: answeredBy,
    words: sql`${wordsOf(thread.entries.map(({ message }) => message).join("\n"))}`,
    version: thread.entries.length,
    createdAt: at(first.minutesAgo),
  };
  const steps = thread.entries.map((entry, place) => ({
    id: newId(),
    doubtId: id,
    place: place + 1,
    type: entry.type,
    message: entry.message,
    html: toHtml(entry.message, "message"),
    senderId: idOf(personIds, entry.by),
    createdAt: at(entry.minutesAgo),
  }));
  return { doubt, steps };
}
