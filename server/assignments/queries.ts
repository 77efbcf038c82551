/** Reads assignments, limited to the rows that the asker may see, and converts rows to replies. */
import {
  and,
  asc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
import { PREPARED_MOST, ROUND_MOST } from "../kit/core/appearance.ts";
import { later, startOfDay } from "../kit/core/clock.ts";
import { contains, pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { notFound } from "../kit/core/errors.ts";
import type { Part } from "../kit/core/schema.ts";
import { fileUrl } from "../kit/files/files.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { isStaff } from "../kit/core/roles.ts";
import { files } from "../kit/db/tables.ts";
import { type Room, userRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { responsesTo } from "../reviews/queries.ts";
import { lastRun, passedOfRun, responseRunColumns, withResponseRun } from "../runs/queries.ts";
import { runs } from "../runs/tables.ts";
import { isForMe, isForPerson, roomsFor } from "../sections/queries.ts";
import { giveUpsOn, solutionOf } from "../solutions/queries.ts";
import { nameOfTerm } from "../terms/tables.ts";
import { isGeneral, visibleCases } from "./policy.ts";
import {
  type Assignment,
  type AssignmentCard,
  ASSIGNMENTS_PER_PAGE,
  assignmentTagOf,
  type DistributionTag,
  distributionTagsOf,
  GENERAL_TAGS,
  type HomeworkCard,
  type ListedAssignment,
  type PersonalAssignment,
  type Plan,
  type PracticeFilter,
} from "./schema.ts";
import { assignees, assignments, responses } from "./tables.ts";

const creator = alias(people, "creator");
const modifier = alias(people, "modifier");

const cardColumns = {
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

type CardRow = {
  distributionTag: DistributionTag;
  term: string | null;
  appearsAt: string | null;
  plan: Plan | null;
  audience: string[] | null;
};

/** Only staff see an assignment while it is prepared, so its plan is in every card. */
const toCard = <Row extends CardRow>({ appearsAt, plan, term, audience, ...row }: Row) => ({
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
const isGivenTo = (me: Me | null): SQL | undefined =>
  and(inArray(assignments.distributionTag, GENERAL_TAGS), isForMe(me, assignments.audience));

/**
 * Counts what was given out to other sections than those of this learner, by tag and topic. An index
 * has only the questions of this term that are for some sections.
 */
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

const offsetOf = ({ page = 1, from }: Part): number => from ?? (page - 1) * ASSIGNMENTS_PER_PAGE;

/** Returns a page of cards, newest first, each with the asker's own response status. */
async function listed({ db, me }: Ask, where?: SQL, part: Part = {}): Promise<ListedAssignment[]> {
  const rows = await db.select({
    ...cardColumns,
    responseStatus: responses.responseStatus,
    late: responses.late,
    ...responseRunColumns,
  }).from(assignments)
    .innerJoin(creator, eq(creator.id, assignments.createdById))
    .innerJoin(modifier, eq(modifier.id, assignments.lastModifiedById))
    .leftJoin(responses, isOwnResponse(me))
    .leftJoin(runs, eq(runs.id, responses.runId))
    .where(and(isPresent, where))
    .orderBy(...newestFirst(assignments.createdAt, assignments.id))
    .limit(ASSIGNMENTS_PER_PAGE).offset(offsetOf(part));
  return rows.map(withResponseRun).map(({ responseStatus, late, run, ...row }) => ({
    ...toCard(row),
    responses: responseStatus
      ? [{
        student: me._id,
        responseStatus,
        ...(late && { late }),
        ...(run && { run }),
      }]
      : [],
  }));
}

const isOwnResponse = (me: Me) =>
  and(eq(responses.assignmentId, assignments.id), eq(responses.studentId, me._id));

/** The days after its due date for which unsolved work is shown, and the most rows of it. */
const [OVERDUE_DAYS, WORK_MOST] = [14, 30];

/**
 * Returns a learner's work that is not solved: what has a due date, today's homework and classwork,
 * and what is assigned to them personally. The earliest due date is first.
 */
export async function unsolvedWork({ db, me, now, zone }: Ask) {
  const since = later(now, -OVERDUE_DAYS * 24 * 60);
  const today = [...distributionTagsOf("HW"), ...distributionTagsOf("CW")];
  const id = { id: assignments.id };
  // One select for each index: a condition with `or` would read all assignments.
  const wanted = union(
    db.select(id).from(assignments).where(gte(assignments.dueAt, since)),
    db.select(id).from(assignments).where(and(
      inArray(assignments.distributionTag, today),
      gte(assignments.givenOutAt, startOfDay(now, zone)),
    )),
    db.select({ id: assignees.assignmentId }).from(assignees)
      .where(eq(assignees.studentId, me._id)),
  );
  const rows = await db.select({
    ...cardColumns,
    givenOutAt: assignments.givenOutAt,
    responseStatus: responses.responseStatus,
    lastRun: sql<{ passed: number; total: number } | null>`(
      select json_build_object('passed', ${passedOfRun.passed}, 'total', ${passedOfRun.total})
      from runs
      where runs.assignment_id = ${assignments.id} and runs.student_id = ${me._id}
        and runs.verdict is not null
      order by runs.created_at desc nulls first, runs.id desc nulls first limit 1)`,
  }).from(assignments)
    .innerJoin(creator, eq(creator.id, assignments.createdById))
    .innerJoin(modifier, eq(modifier.id, assignments.lastModifiedById))
    .leftJoin(responses, isOwnResponse(me))
    .where(and(
      isPresent,
      visible(db, me),
      inArray(assignments.id, wanted),
      sql`${responses.responseStatus} is distinct from 'solved'`,
    ))
    .orderBy(sql`${assignments.dueAt} asc nulls last`, sql`${assignments.givenOutAt} desc`)
    .limit(WORK_MOST);
  return rows.map(({ responseStatus, ...row }) => ({
    ...toCard(row),
    responses: responseStatus ? [{ student: me._id, responseStatus }] : [],
  }));
}

/** Returns the assignments that are distributed to the whole class. */
export function generalAssignments(ask: Ask, part?: Part): Promise<ListedAssignment[]> {
  return listed(ask, isGivenTo(ask.me), part);
}

/** Returns all assignments, for staff. */
export function allAssignments(ask: Ask, part?: Part): Promise<ListedAssignment[]> {
  return listed(ask, undefined, part);
}

/** Returns the prepared assignments, for staff, the next one first. */
export async function preparedAssignments(db: Reader): Promise<AssignmentCard[]> {
  const rows = await selectCards(db).where(isNotNull(assignments.appearsAt))
    .orderBy(asc(assignments.appearsAt), asc(assignments.id)).limit(PREPARED_MOST);
  return rows.map(toCard);
}

/** Returns the ids of the prepared assignments whose time has come. */
export async function dueToAppear(db: Reader, now: string): Promise<string[]> {
  const rows = await db.select({ id: assignments.id }).from(assignments)
    .where(lte(assignments.appearsAt, now))
    .orderBy(asc(assignments.appearsAt), asc(assignments.id)).limit(ROUND_MOST);
  return rows.map(({ id }) => id);
}

/** Returns the personal assignments: for a learner their own, for staff everyone's. */
export async function personalAssignments(ask: Ask, part?: Part): Promise<PersonalAssignment[]> {
  const { db, me } = ask;
  const mine = isStaff(me) ? undefined : eq(assignees.studentId, me._id);
  const ids = db.select({ id: assignees.assignmentId }).from(assignees).where(mine);
  return await withAssignment(ask, await listed(ask, inArray(assignments.id, ids), part));
}

/** Returns the assignments that the asker has assigned personally. */
export async function assignedByMe(ask: Ask, part?: Part): Promise<PersonalAssignment[]> {
  return await withAssignment(
    ask,
    await listed(ask, eq(assignments.assignedById, ask.me._id), part),
  );
}

/** Adds to each card the person who assigned it, and for staff also the students. */
async function withAssignment(
  { db, me }: Ask,
  cards: ListedAssignment[],
): Promise<PersonalAssignment[]> {
  const ids = cards.map(({ _id }) => _id);
  if (ids.length === 0) return [];
  const [by, to] = await Promise.all([
    db.select({ _id: assignments.id, assignedBy: { name: people.name } }).from(assignments)
      .innerJoin(people, eq(people.id, assignments.assignedById))
      .where(inArray(assignments.id, ids)),
    isStaff(me) ? selectAssignees(db).where(inArray(assignees.assignmentId, ids)) : [],
  ]);
  const assigner = new Map(by.map(({ _id, assignedBy }) => [_id, assignedBy]));
  const students = Map.groupBy(to, ({ assignmentId }) => assignmentId);
  return cards.map((card) => ({
    ...card,
    assignedBy: assigner.get(card._id) ?? null,
    ...(isStaff(me) &&
      { assignedTo: (students.get(card._id) ?? []).map(({ student }) => student) }),
  }));
}

const selectAssignees = (db: Reader) =>
  db.select({
    assignmentId: assignees.assignmentId,
    student: { _id: people.id, name: people.name },
  }).from(assignees).innerJoin(people, eq(people.id, assignees.studentId))
    .orderBy(people.name, people.id).$dynamic();

/** Returns the assignments that the asker can practise with. */
export function practiceAssignments(ask: Ask, filter: PracticeFilter): Promise<ListedAssignment[]> {
  const { db, me } = ask;
  const { assignmentTag, difficulty, tags, responseStatus, page, from } = filter;
  const status = responseStatus === "not attempted"
    // Tests a column of the join condition, so that PostgreSQL plans an anti-join and stops after a
    // page.
    ? sql`${responses.studentId} is null`
    : responseStatus && sql`${responses.responseStatus} = ${responseStatus}`;
  return listed(
    ask,
    and(
      visible(db, me),
      assignmentTag && inArray(assignments.distributionTag, distributionTagsOf(assignmentTag)),
      difficulty && eq(assignments.difficulty, difficulty),
      tags ? anyTagContains(tags) : undefined,
      status || undefined,
    ),
    { page, from },
  );
}

/**
 * Matches assignments with a tag that contains one of the given texts, which are separated by
 * commas.
 */
function anyTagContains(tags: string): SQL | undefined {
  // In `tags_text` each tag is a line of its own, so a match cannot span two tags.
  const wanted = tags.split(/[,\n]/).map((tag) => tag.trim()).filter((tag) => tag !== "");
  return or(...wanted.map((tag) => contains(sql`tags_text(${assignments.tags})`, tag)));
}

const homeworkColumns = {
  _id: assignments.id,
  ...pick(assignments, "title", "tags", "difficulty", "majorTopic", "distributionTag", "dueAt"),
  ...pick(assignments, "lateRule", "version"),
  givenOutAt: sql<string>`${assignments.givenOutAt}`.mapWith(assignments.givenOutAt),
};

/**
 * Returns the homework and classwork distributed today, to all or to the asker's sections. It is
 * public, so it contains nothing personal.
 */
export async function todaysHomework(
  { db, me, now, zone }: Ask<Me | null>,
): Promise<HomeworkCard[]> {
  const rows = await db.select(homeworkColumns).from(assignments)
    .where(and(
      isPresent,
      inArray(assignments.distributionTag, [
        ...distributionTagsOf("HW"),
        ...distributionTagsOf("CW"),
      ]),
      gte(assignments.givenOutAt, startOfDay(now, zone)),
      isForMe(me, assignments.audience),
    ))
    .orderBy(...newestFirst(assignments.givenOutAt, assignments.id)).limit(ASSIGNMENTS_PER_PAGE);
  return rows.map(toHomework);
}

const toHomework = <Row extends { distributionTag: DistributionTag }>(row: Row) => ({
  ...row,
  assignmentTag: assignmentTagOf(row.distributionTag),
});

export async function homeworkCard(db: Reader, id: string): Promise<HomeworkCard> {
  const [row] = await db.select(homeworkColumns).from(assignments).where(eq(assignments.id, id));
  if (!row) throw notFound("This assignment");
  return toHomework(row);
}

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
      files: assignments.files,
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
  return {
    ...toCard(rest),
    ...(isStaff(me) && { explanationSource, model, wrongSolutions, solution }),
    testCases: isStaff(me) ? testCases : visibleCases(testCases),
    hiddenCases: testCases.length - visibleCases(testCases).length,
    ...(run && { lastRun: run }),
    files: files.map(fileUrl),
    assignedTo: assigned.map(({ student }) => student),
    gaveUp,
    responses: answered,
  };
}

/** Whether all ids belong to uploaded files; with `images`, to uploaded images. */
export async function allFilesExist(
  db: Reader,
  ids: readonly string[],
  { images = false } = {},
): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return true;
  const found = await db.select({ type: files.type }).from(files).where(inArray(files.id, wanted));
  return found.length === wanted.length &&
    (!images || found.every(({ type }) => type.startsWith("image/")));
}
