/** Creating an assignment, giving it out, answering it. */
import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { isOpenToClass } from "../doubts/policy.ts";
import { selectDoubts, toCard } from "../doubts/queries.ts";
import { doubts } from "../doubts/tables.ts";
import { notBefore, startOfDay } from "../kit/clock.ts";
import { badField, notFound, stale } from "../kit/errors.ts";
import { insertFiles, type KeptFile } from "../kit/files.ts";
import { newId } from "../kit/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { itemOf, takeResponse, toResponse } from "../reviews/queries.ts";
import { isGeneral } from "./policy.ts";
import {
  areFiles,
  assignmentCard,
  assignmentDetail,
  audienceOf,
  homeworkCard,
  visibleAssignment,
} from "./queries.ts";
import {
  type Assignment,
  type AssignmentCard,
  assignmentTagOf,
  type CreateInput,
  type EditInput,
  GIVEN_OUT_AS,
  QUESTION_TYPE,
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

/** Changes what is given of it, and nothing else. */
export async function edit(
  act: Act,
  id: string,
  { input: { version, ...fields }, explanation }: { input: EditInput; explanation?: string },
): Promise<Assignment> {
  const { db } = act;
  const before = await lockAssignment(act, id, version);
  const repoCategory = fields.repoCategory ?? before.repoCategory;
  const questionType = fields.questionType === undefined
    ? before.questionType
    : fields.questionType;
  if (repoCategory === "question" && questionType === null) {
    throw badField("questionType", QUESTION_TYPE);
  }
  if (!await areFiles(db, fields.files ?? [])) throw badField("files", NO_FILE);
  const { explanation: explanationSource, ...rest } = fields;
  await update(act, id, {
    ...rest,
    questionType: repoCategory === "question" ? questionType : null,
    ...(explanationSource !== undefined && { explanation, explanationSource }),
  });
  await announceSaved(act, id);
  if (isOnHome(act, before)) {
    announce(act, "homework.changed", ["home"], await homeworkCard(db, id));
  }
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
  const before = await lockAssignment(act, id, version);
  await update(act, id, { distributionTag, givenOutAt: act.now });
  await announceSaved(act, id);
  if (!isGeneral(before)) await announceDoubts(act, id);
  const shown = assignmentTagOf(distributionTag);
  announce(
    act,
    "homework.changed",
    ["home"],
    shown === "HW" || shown === "CW" ? await homeworkCard(act.db, id) : { _id: id, removed: true },
  );
  return await assignmentDetail(act, id);
}

/** Assigns it personally to these learners, and to nobody else any more. */
export async function assignPersonally(
  act: Act,
  id: string,
  { assignedTo, version }: { assignedTo: string[]; version?: number },
): Promise<Assignment> {
  const { db, me, now } = act;
  const before = await lockAssignment(act, id, version);
  const wanted = [...new Set(assignedTo)];
  const learners = await db.select({ _id: people.id, name: people.name }).from(people)
    .where(and(
      inArray(people.id, wanted),
      inArray(people.role, ["student", "volunteer"]),
      isNull(people.deletedAt),
    ))
    .orderBy(people.name, people.id);
  if (learners.length < wanted.length) throw badField("assignedTo", NOT_A_STUDENT);

  const isCentral = before.distributionTag === "central";
  const [removed] = await Promise.all([
    db.delete(assignees)
      .where(and(eq(assignees.assignmentId, id), notInArray(assignees.studentId, wanted)))
      .returning({ studentId: assignees.studentId }),
    db.insert(assignees).values(wanted.map((studentId) => ({ assignmentId: id, studentId })))
      .onConflictDoNothing(),
    update(act, id, {
      assignedById: me._id,
      ...(isCentral && { distributionTag: "personal", givenOutAt: now }),
    }),
  ]);
  const card = await announceSaved(act, id);
  const assigned = { ...card, assignedBy: { name: me.name } };
  announce(act, "assignment.assigned", wanted.map(userRoom), assigned);
  announce(act, "assignment.assigned", ["staff"], { ...assigned, assignedTo: learners });
  if (removed.length > 0) {
    const rooms = removed.map(({ studentId }) => userRoom(studentId));
    announce(act, "assignment.unassigned", rooms, { _id: id, visible: isGeneral(card) });
  }
  return await assignmentDetail(act, id);
}

/** Shows the solution to learners, or hides it from them. */
export async function showSolution(
  act: Act,
  id: string,
  { solutionVisible, version }: { solutionVisible: boolean; version?: number },
): Promise<Assignment> {
  await lockAssignment(act, id, version);
  await update(act, id, { solutionVisible });
  await announceSaved(act, id);
  return await assignmentDetail(act, id);
}

const NO_FILE = "Not every one of these files was uploaded here.";
const NO_IMAGE = "Not every one of these screenshots is an image that was uploaded here.";
const NOT_A_STUDENT = "Not every one of these is a student of this class.";

/** Records a learner's response; a new one after a review waits for review again. */
export async function respond(
  act: Act,
  id: string,
  { input, studentSolution }: { input: StatusInput; studentSolution: string | null },
): Promise<Response> {
  const { db, me } = act;
  const key = { assignmentId: id, studentId: me._id };
  await takeResponse(db, key);
  await visibleAssignment(act, id, { lock: true });
  if (!await areFiles(db, input.screenshots, { images: true })) {
    throw badField("screenshots", NO_IMAGE);
  }
  const [before] = await db
    .select({ version: responses.version, updatedAt: responses.updatedAt }).from(responses)
    .where(and(eq(responses.assignmentId, id), eq(responses.studentId, me._id)));
  if (input.version !== undefined && before && before.version !== input.version) {
    const item = await itemOf(act, key);
    throw stale(item && toResponse(item));
  }
  const now = notBefore(act.now, before?.updatedAt);
  const answer = {
    responseStatus: input.responseStatus,
    submissionUrl: input.submissionUrl ?? null,
    learningNotes: input.learningNotes || null,
    studentSolution,
    studentSolutionSource: input.studentSolution ?? null,
    screenshots: input.screenshots,
  };
  const waiting = {
    ...answer,
    reviewStatus: "pending" as const,
    reviewComment: null,
    updatedStudentSolution: null,
    updatedStudentSolutionSource: null,
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
  const item = await itemOf(act, key);
  if (!item) throw new Error("the response that was just written is missing");
  announce(act, "review.waiting", ["staff"], item);
  announce(act, "review.changed", [userRoom(me._id)], item);
  return toResponse(item);
}

type Locked = Awaited<ReturnType<typeof lockAssignment>>;

/** @throws Refusal 404, or 409 when the caller's version is not the present one */
async function lockAssignment(act: Act, id: string, version: number | undefined) {
  const { db } = act;
  const [row] = await db.select({
    distributionTag: assignments.distributionTag,
    givenOutAt: assignments.givenOutAt,
    repoCategory: assignments.repoCategory,
    questionType: assignments.questionType,
    version: assignments.version,
  }).from(assignments).where(eq(assignments.id, id)).for("update");
  if (!row) throw notFound("This assignment");
  if (version !== undefined && version !== row.version) {
    throw stale(await assignmentDetail(act, id));
  }
  return row;
}

async function update(
  { db, me, now }: Act,
  id: string,
  changes: Partial<typeof assignments.$inferInsert>,
): Promise<void> {
  await db.update(assignments).set({
    ...changes,
    lastModifiedById: me._id,
    updatedAt: now,
    version: sql`version + 1`,
  }).where(eq(assignments.id, id));
}

/** Whether the public home shows it today. */
function isOnHome({ now, zone }: Act, { distributionTag, givenOutAt }: Locked): boolean {
  const shown = assignmentTagOf(distributionTag);
  return (shown === "HW" || shown === "CW") && givenOutAt !== null &&
    givenOutAt >= startOfDay(now, zone);
}

/** With its assignment, the class gets the doubts that are not private: it never heard of them. */
async function announceDoubts(act: Act, id: string): Promise<void> {
  const rows = await selectDoubts(act.db, act.now).where(eq(doubts.assignmentId, id));
  for (const card of rows.map(toCard).filter(isOpenToClass)) {
    announce(act, "doubt.opened", ["class"], card);
  }
}

/** Tells everyone who may see it. */
async function announceSaved(act: Act, id: string): Promise<AssignmentCard> {
  const card = await assignmentCard(act.db, id);
  announce(act, "assignment.saved", await audienceOf(act.db, card), card);
  return card;
}
