/** Lists of assignments, of those that the asker may see. */
import { and, eq, gte, inArray, or, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { later, startOfDay } from "../../kit/core/clock.ts";
import { contains, pick } from "../../kit/db/columns.ts";
import type { Reader } from "../../kit/db/database.ts";
import { newestFirst } from "../../kit/db/newest_first.ts";
import { notFound } from "../../kit/core/errors.ts";
import type { Part } from "../../kit/core/schema.ts";
import type { Ask, Me } from "../../kit/http/guard.ts";
import { isStaff } from "../../kit/core/roles.ts";
import { people } from "../../people/tables.ts";
import { passedOfRun, responseRunColumns, withResponseRun } from "../../runs/queries.ts";
import { runs } from "../../runs/tables.ts";
import { isForMe } from "../../sections/queries.ts";
import {
  cardColumns,
  creator,
  isGivenTo,
  isPresent,
  modifier,
  selectAssignees,
  toCard,
  visible,
} from "../queries.ts";
import {
  ASSIGNMENTS_PER_PAGE,
  assignmentTagOf,
  type DistributionTag,
  distributionTagsOf,
  type HomeworkCard,
  type ListedAssignment,
  type PersonalAssignment,
  type PracticeFilter,
} from "../schema.ts";
import { assignees, assignments, responses } from "../tables.ts";

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

/** A learner's unsolved work: due, of today, or personal. The earliest due date is first. */
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

export function generalAssignments(ask: Ask, part?: Part): Promise<ListedAssignment[]> {
  return listed(ask, isGivenTo(ask.me), part);
}

export function allAssignments(ask: Ask, part?: Part): Promise<ListedAssignment[]> {
  return listed(ask, undefined, part);
}

/** Returns the personal assignments: for a learner their own, for staff everyone's. */
export async function personalAssignments(ask: Ask, part?: Part): Promise<PersonalAssignment[]> {
  const { db, me } = ask;
  const mine = isStaff(me) ? undefined : eq(assignees.studentId, me._id);
  const ids = db.select({ id: assignees.assignmentId }).from(assignees).where(mine);
  return await withAssignment(ask, await listed(ask, inArray(assignments.id, ids), part));
}

export async function assignedByMe(ask: Ask, part?: Part): Promise<PersonalAssignment[]> {
  return await withAssignment(
    ask,
    await listed(ask, eq(assignments.assignedById, ask.me._id), part),
  );
}

/** Adds to each card the person who assigned it, and for staff also the students. */
async function withAssignment({ db, me }: Ask, cards: ListedAssignment[]) {
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

/** Matches assignments with a tag that contains one of these texts (commas between them). */
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

/** Today's homework and classwork, for all or the asker's sections. Public: nothing personal. */
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
