/** Reads assignments that the asker may see, and converts rows to replies; `lists` reads the lists. */
import {
  and,
  asc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { SCHEDULED_MOST } from "../kit/core/appearance.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { notFound } from "../kit/core/errors.ts";
import { fileUrl } from "../kit/files/files.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { isStaff } from "../kit/core/roles.ts";
import { files } from "../kit/db/tables.ts";
import { type Room, userRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { responsesTo } from "../reviews/queries.ts";
import { lastRun } from "../runs/queries.ts";
import { isForMe, isForPerson, roomsFor } from "../sections/queries.ts";
import { usualName } from "../languages/languages.ts";
import { giveUpsOn, solutionOf } from "../solutions/queries.ts";
import { nameOfTerm } from "../terms/tables.ts";
import { isGeneral, visibleCases } from "./policy.ts";
import { type Assignment, type AssignmentCard, assignmentTagOf, GENERAL_TAGS } from "./schema.ts";
import { assignees, assignments } from "./tables.ts";

export const creator = alias(people, "creator");
export const modifier = alias(people, "modifier");

export const cardColumns = {
  _id: assignments.id,
  ...pick(assignments, "title", "tags", "difficulty", "repoCategory", "questionType", "majorTopic"),
  ...pick(assignments, "distributionTag", "dueAt", "lateRule"),
  term: nameOfTerm(assignments.termId),
  ...pick(assignments, "appearsAt", "plan", "audience", "solutionVisible"),
  createdBy: { _id: creator.id, name: creator.name, role: creator.role },
  lastModifiedBy: { _id: modifier.id, name: modifier.name, role: modifier.role },
  ...pick(assignments, "createdAt", "updatedAt", "version"),
};

const selectCards = (db: Reader) =>
  db.select(cardColumns).from(assignments)
    .innerJoin(creator, eq(creator.id, assignments.createdById))
    .innerJoin(modifier, eq(modifier.id, assignments.lastModifiedById));

type CardRow =
  & Pick<typeof assignments.$inferSelect, "distributionTag" | "appearsAt" | "plan" | "audience">
  & { term: string | null };

/** Only staff see an assignment while it is prepared, so its plan is in every card. */
export const toCard = <Row extends CardRow>({ appearsAt, plan, term, audience, ...row }: Row) => ({
  ...row,
  ...(term !== null && { term }),
  ...(audience && { audience }),
  assignmentTag: assignmentTagOf(row.distributionTag),
  ...(appearsAt !== null && plan !== null && {
    prepared: {
      appearsAt,
      distributionTag: plan.distributionTag,
      students: plan.assignedTo.length,
    },
  }),
});

/** The condition of lists: questions of earlier terms are in the archive. */
export const isPresent = isNull(assignments.termId);

/** Returns the condition for the rows that a person may see: the same rule as `can.read`. */
export function visible(db: Reader, me: Me): SQL | undefined {
  if (isStaff(me)) return undefined;
  return or(isGivenTo(me), assignedTo(db, me._id));
}

/** Whether it is given out to the class, or to one of the person's sections. */
export const isGivenTo = (me: Me | null): SQL | undefined =>
  and(inArray(assignments.distributionTag, GENERAL_TAGS), isForMe(me, assignments.audience));

/** Counts by tag and topic what other sections got, from an index of this term's. */
export const givenToOthers = (db: Reader, studentId: string) =>
  db.select({
    distributionTag: assignments.distributionTag,
    majorTopic: assignments.majorTopic,
    count: sql<number>`count(*)`.mapWith(Number),
  }).from(assignments).where(and(
    isPresent,
    isNotNull(assignments.audience),
    inArray(assignments.distributionTag, GENERAL_TAGS),
    not(isForPerson(studentId, assignments.audience)),
  )).groupBy(assignments.distributionTag, assignments.majorTopic);

const assignedTo = (db: Reader, studentId: string): SQL =>
  exists(
    db.select({ one: sql`1` }).from(assignees).where(
      and(eq(assignees.assignmentId, assignments.id), eq(assignees.studentId, studentId)),
    ),
  );

/** Returns the prepared assignments, for staff, the next one first. */
export async function preparedAssignments(db: Reader): Promise<AssignmentCard[]> {
  const rows = await selectCards(db).where(isNotNull(assignments.appearsAt))
    .orderBy(asc(assignments.appearsAt), asc(assignments.id)).limit(SCHEDULED_MOST);
  return rows.map(toCard);
}

export const selectAssignees = (db: Reader) =>
  db.select({
    assignmentId: assignees.assignmentId,
    student: { _id: people.id, name: people.name },
  }).from(assignees).innerJoin(people, eq(people.id, assignees.studentId))
    .orderBy(people.name, people.id).$dynamic();

export async function assignmentCard(db: Reader, id: string): Promise<AssignmentCard> {
  const [row] = await selectCards(db).where(eq(assignments.id, id));
  if (!row) throw notFound("This assignment");
  return toCard(row);
}

/**
 * Returns the columns of an assignment that policies and titles need.
 * @param lock locks the row until the end of the transaction
 * @throws Refusal 404
 */
export async function visibleAssignment({ db, me }: Ask, id: string, { lock = false } = {}) {
  const select = db
    .select({
      _id: assignments.id,
      ...pick(assignments, "title", "difficulty", "distributionTag", "dueAt", "lateRule"),
      ...pick(assignments, "givenOutAt", "judge"),
    })
    .from(assignments).where(and(eq(assignments.id, id), visible(db, me)));
  const [row] = await (lock ? select.for("share") : select);
  if (!row) throw notFound("This assignment");
  return row;
}

/** Returns the rooms of everyone who may see the assignment; changes to it are announced there. */
export async function roomsOfReaders(
  db: Reader,
  assignment: Pick<AssignmentCard, "_id" | "distributionTag" | "audience">,
): Promise<Room[]> {
  const isGiven = isGeneral(assignment);
  if (isGiven && !assignment.audience) return ["class"];
  const students = await db.select({ id: assignees.studentId }).from(assignees)
    .where(eq(assignees.assignmentId, assignment._id));
  const rooms = isGiven ? roomsFor(assignment.audience) : ["staff" as const];
  return [...rooms, ...students.map(({ id }) => userRoom(id))];
}

/** Returns the assignment with the details that the asker may see. @throws Refusal 404 */
export async function assignmentDetail(ask: Ask, id: string): Promise<Assignment> {
  const { db, me } = ask;
  const assigner = alias(people, "assigner");
  const own = isStaff(me) ? undefined : eq(assignees.studentId, me._id);
  const [[row], assigned, answered, gaveUp, solution, run] = await Promise.all([
    db.select({
      ...cardColumns,
      ...pick(assignments, "explanation", "explanationSource", "testCases", "starter", "model"),
      ...pick(assignments, "wrongSolutions", "judge", "similarQuestions", "codingPlatformLink"),
      ...pick(assignments, "files", "givenFiles", "fileName"),
      assignedBy: { name: assigner.name },
    }).from(assignments)
      .innerJoin(creator, eq(creator.id, assignments.createdById))
      .innerJoin(modifier, eq(modifier.id, assignments.lastModifiedById))
      .leftJoin(assigner, eq(assigner.id, assignments.assignedById))
      .where(and(eq(assignments.id, id), visible(db, me))),
    selectAssignees(db).where(and(eq(assignees.assignmentId, id), own)),
    responsesTo(ask, id),
    giveUpsOn(ask, id),
    // A learner reads the solution with a call of its own, which is recorded as giving up.
    isStaff(me) ? solutionOf(ask, id) : undefined,
    isStaff(me) ? undefined : lastRun(db, { assignmentId: id, studentId: me._id }),
  ]);
  if (!row) throw notFound("This assignment");
  const { explanationSource, model, wrongSolutions, files, testCases, ...rest } = row;
  const shown = rest.givenFiles.filter(({ hidden }) => hidden !== true);
  return {
    ...toCard(rest),
    ...(isStaff(me) && { explanationSource, model, wrongSolutions, solution }),
    testCases: isStaff(me) ? testCases : visibleCases(testCases),
    hiddenCases: testCases.length - visibleCases(testCases).length,
    givenFiles: isStaff(me) ? rest.givenFiles : shown,
    hiddenFiles: rest.givenFiles.length - shown.length,
    fileName: rest.fileName ?? usualName(rest.judge),
    ...(run && { lastRun: run }),
    files: files.map(fileUrl),
    assignedTo: assigned.map(({ student }) => student),
    gaveUp,
    responses: answered,
  };
}

/** Whether all ids belong to uploaded files; with `images`, to uploaded images. */
export async function allFilesExist(db: Reader, ids: readonly string[], { images = false } = {}) {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return true;
  const found = await db.select({ type: files.type }).from(files).where(inArray(files.id, wanted));
  return found.length === wanted.length &&
    (!images || found.every(({ type }) => type.startsWith("image/")));
}
