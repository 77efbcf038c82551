/** Creating an assignment, giving it out, answering it. */
import { and, eq, sql } from "drizzle-orm";
import { notFound, stale } from "../kit/errors.ts";
import { insertFiles, type KeptFile } from "../kit/files.ts";
import { newId } from "../kit/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { type Room, userRoom } from "../live/rooms.ts";
import { isGeneral } from "./policy.ts";
import {
  assignmentCard,
  assignmentDetail,
  homeworkCard,
  responseOf,
  visibleAssignment,
} from "./queries.ts";
import {
  type Assignment,
  assignmentTagOf,
  type CreateInput,
  GIVEN_OUT_AS,
  type Response,
  type StatusInput,
} from "./schema.ts";
import { assignees, assignments, attempts, responses } from "./tables.ts";

/** Adds a question to the staff's store. */
export async function create(
  act: Act,
  input: CreateInput,
  { explanation, files }: { explanation: string; files: KeptFile[] },
): Promise<Assignment> {
  const { db, me, now } = act;
  const id = newId();
  await insertFiles(db, files);
  await db.insert(assignments).values({
    id,
    title: input.title,
    explanation,
    explanationSource: input.explanation,
    testCases: input.testCases ?? [],
    difficulty: input.difficulty,
    tags: input.tags,
    repoCategory: input.repoCategory,
    questionType: input.repoCategory === "question" ? input.questionType : null,
    majorTopic: input.majorTopic,
    similarQuestions: input.similarQuestions ?? [],
    codingPlatformLink: input.codingPlatformLink ?? null,
    files: files.map((file) => file.id),
    createdById: me._id,
    lastModifiedById: me._id,
    createdAt: now,
    updatedAt: now,
  });
  await announceSaved(act, id);
  return await assignmentDetail(act, id);
}

/** Gives the assignment out to the class as homework, practice or classwork. */
export async function distribute(
  act: Act,
  id: string,
  { distributionTag, version }: {
    distributionTag: typeof GIVEN_OUT_AS[number];
    version?: number;
  },
): Promise<Assignment> {
  const { db, me, now } = act;
  await lockAssignment(act, id, version);
  await db.update(assignments).set({
    distributionTag,
    givenOutAt: now,
    lastModifiedById: me._id,
    updatedAt: now,
    version: sql`version + 1`,
  }).where(eq(assignments.id, id));
  await announceSaved(act, id);
  const shown = assignmentTagOf(distributionTag);
  announce(
    act,
    "homework.changed",
    ["home"],
    shown === "HW" || shown === "CW" ? await homeworkCard(db, id) : { _id: id, removed: true },
  );
  return await assignmentDetail(act, id);
}

/** Records a learner's response; a new one after a review waits for review again. */
export async function respond(
  act: Act,
  id: string,
  { input, studentSolution }: { input: StatusInput; studentSolution: string | null },
): Promise<Response> {
  const { db, me, now } = act;
  const assignment = await visibleAssignment(act, id);
  const key = { assignmentId: id, studentId: me._id };
  const mine = and(eq(responses.assignmentId, id), eq(responses.studentId, me._id));
  const [before] = await db.select({ version: responses.version }).from(responses)
    .where(mine).for("update");
  if (input.version !== undefined && before && before.version !== input.version) {
    throw stale(await responseOf(db, key));
  }
  const answer = {
    responseStatus: input.responseStatus,
    submissionUrl: input.submissionUrl ?? null,
    learningNotes: input.learningNotes || null,
    studentSolution,
    studentSolutionSource: input.studentSolution ?? null,
  };
  const waiting = {
    ...answer,
    reviewStatus: "pending" as const,
    reviewComment: null,
    reviewedById: null,
    reviewedAt: null,
    submittedAt: now,
    updatedAt: now,
  };
  await db.insert(responses).values({ ...key, ...waiting, createdAt: now }).onConflictDoUpdate({
    target: [responses.assignmentId, responses.studentId],
    set: { ...waiting, version: sql`responses.version + 1` },
  });
  await db.insert(attempts).values({ id: newId(), ...key, ...answer, createdAt: now });
  const response = await responseOf(db, key);
  if (!response) throw new Error("the response that was just written is missing");
  const item = {
    ...response,
    assignmentId: id,
    assignmentTitle: assignment.title,
    waitingSince: now,
  };
  announce(act, "review.waiting", ["staff"], item);
  announce(act, "review.changed", [userRoom(me._id)], item);
  return response;
}

/** @throws Refusal 404, or 409 when the caller's version is not the present one */
async function lockAssignment(act: Act, id: string, version: number | undefined) {
  const { db } = act;
  const [row] = await db.select({ version: assignments.version }).from(assignments)
    .where(eq(assignments.id, id)).for("update");
  if (!row) throw notFound("This assignment");
  if (version !== undefined && version !== row.version) {
    throw stale(await assignmentDetail(act, id));
  }
}

/** Tells everyone who may see it. */
async function announceSaved(act: Act, id: string): Promise<void> {
  const card = await assignmentCard(act.db, id);
  announce(act, "assignment.saved", await audience(act, card), card);
}

async function audience(
  { db }: Act,
  assignment: { _id: string } & Parameters<typeof isGeneral>[0],
): Promise<Room[]> {
  if (isGeneral(assignment)) return ["class"];
  const students = await db.select({ id: assignees.studentId }).from(assignees)
    .where(eq(assignees.assignmentId, assignment._id));
  return ["staff", ...students.map(({ id }) => userRoom(id))];
}
