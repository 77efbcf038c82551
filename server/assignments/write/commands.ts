/** Creates and edits questions and projects. */
import { editedAppearance } from "../../kit/core/appearance.ts";
import { startOfDay } from "../../kit/core/clock.ts";
import { badField } from "../../kit/core/errors.ts";
import { pick } from "../../kit/db/columns.ts";
import { insertFiles, type KeptFile } from "../../kit/files/files.ts";
import { newId } from "../../kit/core/ids.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { chosenAudience, roomsFor } from "../../sections/queries.ts";
import {
  announceAssigned,
  announceDoubts,
  announceSaved,
  audienceColumns,
  dueColumns,
  forgiveInTime,
  givenColumns,
  lockAssignment,
  type LockedAssignment,
  studentsOf,
  update,
} from "../commands.ts";
import { callFaultIn, type TestCase } from "../cases/schema.ts";
import { type JudgeSettings, USUAL_SETTINGS } from "../../languages/types.ts";
import { homeworkCard } from "../lists/queries.ts";
import { isGeneral } from "../policy.ts";
import { allFilesExist, assignmentDetail } from "../queries.ts";
import { type Assignment, assignmentTagOf, NO_STUDENTS_MESSAGE } from "../schema.ts";
import { assignees, assignments } from "../tables.ts";
import { fileNameFault } from "../given-files/schema.ts";
import { type CreateInput, type EditInput, QUESTION_TYPE } from "./schema.ts";

/** Creates a question or a project, and gives it out if the input says how. */
export async function create(
  act: Act,
  input: CreateInput,
  { explanation, files }: { explanation: string; files: KeptFile[] },
): Promise<Assignment> {
  const { db, me, now } = act;
  const { distributionTag: wanted = "central", assignedTo = [] } = input;
  const isPersonal = wanted === "personal";
  if (isPersonal && assignedTo.length === 0) throw badField("assignedTo", NO_STUDENTS_MESSAGE);
  const students = isPersonal ? await studentsOf(act, assignedTo) : [];
  const given = await givenColumns(act, input.appearsAt, {
    distributionTag: wanted,
    assignedTo: students.map(({ _id }) => _id),
  });
  const { distributionTag } = given;
  refuseCalls(input.testCases ?? [], input.judge);
  const id = newId();
  await insertFiles(db, files);
  await db.insert(assignments).values({
    id,
    ...pick(input, "title", "difficulty", "tags", "repoCategory", "majorTopic", "judge", "starter"),
    ...pick(input, "model", "fileName", "codingPlatformLink", "wrongSolutions", "givenFiles"),
    explanation,
    explanationSource: input.explanation,
    testCases: input.testCases ?? [],
    questionType: input.repoCategory === "question" ? input.questionType : null,
    similarQuestions: input.similarQuestions ?? [],
    files: files.map((file) => file.id),
    audience: await chosenAudience(db, input.audience),
    ...given,
    ...dueColumns(act, input, { ...given, dueAt: null }),
    assignedById: distributionTag === "personal" ? me._id : null,
    createdById: me._id,
    lastModifiedById: me._id,
    createdAt: now,
    updatedAt: now,
  });
  if (distributionTag === "personal") {
    await db.insert(assignees).values(
      students.map(({ _id }) => ({ assignmentId: id, studentId: _id })),
    );
  }
  const card = await announceSaved(act, id);
  if (distributionTag === "personal") announceAssigned(act, card, students);
  const shown = assignmentTagOf(distributionTag);
  if (shown === "HW" || shown === "CW") {
    announce(act, "homework.changed", roomsFor(card.audience, "home"), await homeworkCard(db, id));
  }
  return await assignmentDetail(act, id);
}

/** Changes the fields that are given; the others stay as they are. */
export async function edit(
  act: Act,
  id: string,
  { input: { version, dueAt, lateRule, appearsAt: wanted, audience, ...fields }, explanation }: {
    input: EditInput;
    explanation?: string;
  },
): Promise<Assignment> {
  const { db, now, zone } = act;
  const before = await lockAssignment(act, id, version);
  const appearsAt = editedAppearance(wanted, { before: before.appearsAt, now, zone });
  const due = dueColumns(act, { dueAt, lateRule }, { ...before, appearsAt });
  // The due date stays as it is, and the time moves.
  if (appearsAt && dueAt === undefined && before.dueAt && before.dueAt <= appearsAt) {
    throw badField("appearsAt", "It would appear after its due date.");
  }
  const repoCategory = fields.repoCategory ?? before.repoCategory;
  const questionType = fields.questionType === undefined
    ? before.questionType
    : fields.questionType;
  if (repoCategory === "question" && questionType === null) {
    throw badField("questionType", QUESTION_TYPE);
  }
  const fault = fileNameFault({ ...before, ...fields });
  if (fault) throw badField("fileName", fault);
  if (fields.testCases || fields.judge) {
    refuseCalls(fields.testCases ?? before.testCases, fields.judge ?? before.judge);
  }
  if (!await allFilesExist(db, fields.files ?? [])) throw badField("files", NO_FILE);
  const { explanation: explanationSource, ...rest } = fields;
  await update(act, id, {
    ...rest,
    questionType: repoCategory === "question" ? questionType : null,
    ...(explanationSource !== undefined && { explanation, explanationSource }),
    ...due,
    appearsAt,
    ...await audienceColumns(act, before, audience),
  });
  const card = await announceSaved(act, id);
  if (isGeneral(before) && audience !== undefined) await announceDoubts(act, id);
  if (dueAt !== undefined || lateRule !== undefined) await forgiveInTime(act, id);
  if (isOnHome(act, before)) {
    announce(act, "homework.changed", roomsFor(card.audience, "home"), await homeworkCard(db, id));
  }
  return await assignmentDetail(act, id);
}

/** @throws Refusal 400 that names the case whose call cannot be one in the question's language */
function refuseCalls(testCases: readonly TestCase[], judge: JudgeSettings = USUAL_SETTINGS): void {
  for (const [place, one] of testCases.entries()) {
    const fault = callFaultIn(judge, one);
    if (fault) throw badField(`testCases.${place}.call`, `Case ${place + 1}: ${fault}`);
  }
}

const NO_FILE = "Not every one of these files was uploaded here.";
/** Whether the public home page shows the assignment today. */
function isOnHome({ now, zone }: Act, { distributionTag, givenOutAt }: LockedAssignment): boolean {
  const shown = assignmentTagOf(distributionTag);
  return (shown === "HW" || shown === "CW") && givenOutAt !== null &&
    givenOutAt >= startOfDay(now, zone);
}
