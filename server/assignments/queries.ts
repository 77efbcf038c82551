/** Reading assignments, limited to what the asker may see; rows to views. */
import { and, desc, eq, exists, gte, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { startOfDay } from "../kit/clock.ts";
import { contains } from "../kit/columns.ts";
import { at, once, type Reader } from "../kit/database.ts";
import { notFound } from "../kit/errors.ts";
import { fileUrl } from "../kit/files.ts";
import type { Ask, Me } from "../kit/guard.ts";
import { isStaff } from "../kit/roles.ts";
import { lately, most } from "../kit/search.ts";
import { files } from "../kit/tables.ts";
import { type Room, userRoom } from "../live/rooms.ts";
import { HEAD } from "../live/tables.ts";
import { people } from "../people/tables.ts";
import { responsesTo } from "../reviews/queries.ts";
import { giveUpsOn, solutionOf } from "../solutions/queries.ts";
import { isGeneral } from "./policy.ts";
import {
  type Assignment,
  type AssignmentCard,
  assignmentTagOf,
  type DistributionTag,
  GENERAL_TAGS,
  type HomeworkCard,
  type ListedAssignment,
  type PersonalAssignment,
  type PracticeFilter,
  SHELF_MOST,
  tagsShownAs,
} from "./schema.ts";
import { assignees, assignments, responses } from "./tables.ts";

const creator = alias(people, "creator");
const modifier = alias(people, "modifier");

const cardColumns = {
  _id: assignments.id,
  title: assignments.title,
  tags: assignments.tags,
  difficulty: assignments.difficulty,
  repoCategory: assignments.repoCategory,
  questionType: assignments.questionType,
  majorTopic: assignments.majorTopic,
  distributionTag: assignments.distributionTag,
  solutionVisible: assignments.solutionVisible,
  createdBy: { _id: creator.id, name: creator.name, role: creator.role },
  lastModifiedBy: { _id: modifier.id, name: modifier.name, role: modifier.role },
  createdAt: assignments.createdAt,
  updatedAt: assignments.updatedAt,
  version: assignments.version,
};

const selectCards = (db: Reader) =>
  db.select(cardColumns).from(assignments)
    .innerJoin(creator, eq(creator.id, assignments.createdById))
    .innerJoin(modifier, eq(modifier.id, assignments.lastModifiedById));

const toCard = <Row extends { distributionTag: DistributionTag }>(row: Row) => ({
  ...row,
  assignmentTag: assignmentTagOf(row.distributionTag),
});

/** What a person may see of the table: the same as `can.read`. */
function visible(db: Reader, me: Me): SQL | undefined {
  if (isStaff(me)) return undefined;
  return sql`(${inArray(assignments.distributionTag, GENERAL_TAGS)} or ${assignedTo(db, me._id)})`;
}

const assignedTo = (db: Reader, studentId: string): SQL =>
  exists(
    db.select({ one: sql`1` }).from(assignees).where(
      and(eq(assignees.assignmentId, assignments.id), eq(assignees.studentId, studentId)),
    ),
  );

/** Cards, newest first, each with the asker's own response status. */
async function listed({ db, me }: Ask, where?: SQL, page = 1): Promise<ListedAssignment[]> {
  const rows = await db.select({ ...cardColumns, responseStatus: responses.responseStatus })
    .from(assignments)
    .innerJoin(creator, eq(creator.id, assignments.createdById))
    .innerJoin(modifier, eq(modifier.id, assignments.lastModifiedById))
    .leftJoin(
      responses,
      and(eq(responses.assignmentId, assignments.id), eq(responses.studentId, me._id)),
    )
    .where(where)
    .orderBy(desc(assignments.createdAt), desc(assignments.id))
    .limit(SHELF_MOST).offset((page - 1) * SHELF_MOST);
  return rows.map(({ responseStatus, ...row }) => ({
    ...toCard(row),
    responses: responseStatus ? [{ student: me._id, responseStatus }] : [],
  }));
}

/** What is given to the whole class. */
export function generalAssignments(ask: Ask, page?: number): Promise<ListedAssignment[]> {
  return listed(ask, inArray(assignments.distributionTag, GENERAL_TAGS), page);
}

/** Everything there is, for staff. */
export function allAssignments(ask: Ask, page?: number): Promise<ListedAssignment[]> {
  return listed(ask, undefined, page);
}

/** What is assigned personally: to the asker, or for staff to anybody. */
export async function personalAssignments(ask: Ask, page?: number): Promise<PersonalAssignment[]> {
  const { db, me } = ask;
  const mine = isStaff(me) ? undefined : eq(assignees.studentId, me._id);
  const ids = db.select({ id: assignees.assignmentId }).from(assignees).where(mine);
  return await withAssignment(ask, await listed(ask, inArray(assignments.id, ids), page));
}

/** What the asker has assigned personally. */
export async function assignedByMe(ask: Ask, page?: number): Promise<PersonalAssignment[]> {
  return await withAssignment(
    ask,
    await listed(ask, eq(assignments.assignedById, ask.me._id), page),
  );
}

/** Adds by whom, and for staff to whom, each was assigned. */
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

/** What the asker can practise with. */
export function practiceAssignments(ask: Ask, filter: PracticeFilter): Promise<ListedAssignment[]> {
  const { db, me } = ask;
  const { assignmentTag, difficulty, tags, responseStatus, page } = filter;
  const status = responseStatus === "not attempted"
    // A column of the join's condition: the planner sees what is meant, and stops when it has a page.
    ? sql`${responses.studentId} is null`
    : responseStatus && sql`${responses.responseStatus} = ${responseStatus}`;
  return listed(
    ask,
    and(
      visible(db, me),
      assignmentTag && inArray(assignments.distributionTag, tagsShownAs(assignmentTag)),
      difficulty && eq(assignments.difficulty, difficulty),
      tags ? anyTagContains(tags) : undefined,
      status || undefined,
    ),
    page,
  );
}

/** Whether one of the assignment's tags contains one of these, separated by commas. */
function anyTagContains(tags: string): SQL | undefined {
  // No text stretches over two tags, which are lines here.
  const wanted = tags.split(/[,\n]/).map((tag) => tag.trim()).filter((tag) => tag !== "");
  return or(...wanted.map((tag) => contains(sql`tags_text(${assignments.tags})`, tag)));
}

const homeworkColumns = {
  _id: assignments.id,
  title: assignments.title,
  tags: assignments.tags,
  difficulty: assignments.difficulty,
  majorTopic: assignments.majorTopic,
  distributionTag: assignments.distributionTag,
  version: assignments.version,
  givenOutAt: sql<string>`${assignments.givenOutAt}`.mapWith(assignments.givenOutAt),
};

/** The homework and classwork given out today; public, so without anything personal. */
export async function todaysHomework(
  { db, now, zone }: Pick<Ask, "db" | "now" | "zone">,
): Promise<HomeworkCard[]> {
  const rows = await db.select(homeworkColumns).from(assignments)
    .where(and(
      inArray(assignments.distributionTag, [...tagsShownAs("HW"), ...tagsShownAs("CW")]),
      gte(assignments.givenOutAt, startOfDay(now, zone)),
    ))
    .orderBy(desc(assignments.givenOutAt), desc(assignments.id)).limit(SHELF_MOST);
  return rows.map(toCard);
}

export async function homeworkCard(db: Reader, id: string): Promise<HomeworkCard> {
  const [row] = await db.select(homeworkColumns).from(assignments).where(eq(assignments.id, id));
  if (!row) throw notFound("This assignment");
  return toCard(row);
}

export async function assignmentCard(db: Reader, id: string): Promise<AssignmentCard> {
  const [row] = await selectCards(db).where(eq(assignments.id, id));
  if (!row) throw notFound("This assignment");
  return toCard(row);
}

/**
 * As much of an assignment as a policy and a title need.
 * @param lock in a transaction: keeps it as it is until the end
 * @throws Refusal 404
 */
export async function visibleAssignment({ db, me }: Ask, id: string, { lock = false } = {}) {
  const select = db
    .select({
      _id: assignments.id,
      title: assignments.title,
      difficulty: assignments.difficulty,
      distributionTag: assignments.distributionTag,
    })
    .from(assignments).where(and(eq(assignments.id, id), visible(db, me)));
  const [row] = await (lock ? select.for("share") : select);
  if (!row) throw notFound("This assignment");
  return row;
}

/** Who is told of a change to an assignment: everyone who may see it. */
export async function audienceOf(
  db: Reader,
  assignment: Pick<AssignmentCard, "_id" | "distributionTag">,
): Promise<Room[]> {
  if (isGeneral(assignment)) return ["class"];
  const students = await db.select({ id: assignees.studentId }).from(assignees)
    .where(eq(assignees.assignmentId, assignment._id));
  return ["staff", ...students.map(({ id }) => userRoom(id))];
}

/** The assignment as the asker may see it. @throws Refusal 404 */
export async function assignmentDetail(ask: Ask, id: string): Promise<Assignment> {
  const { db, me } = ask;
  const assigner = alias(people, "assigner");
  const own = isStaff(me) ? undefined : eq(assignees.studentId, me._id);
  const [[row], assigned, answered, gaveUp, solution] = await Promise.all([
    db.select({
      ...cardColumns,
      explanation: assignments.explanation,
      explanationSource: assignments.explanationSource,
      testCases: assignments.testCases,
      similarQuestions: assignments.similarQuestions,
      codingPlatformLink: assignments.codingPlatformLink,
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
    // A learner reads it by its own call, and has then given up.
    isStaff(me) ? solutionOf(ask, id) : undefined,
  ]);
  if (!row) throw notFound("This assignment");
  const { explanationSource, files, ...rest } = row;
  return {
    ...toCard(rest),
    ...(isStaff(me) && { explanationSource, solution }),
    files: files.map(fileUrl),
    assignedTo: assigned.map(({ student }) => student),
    gaveUp,
    responses: answered,
  };
}

/** Whether each of these is an uploaded file, or an uploaded image. */
export async function areFiles(
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

const [MANY, FEW, FEWEST] = [400, 150, 8];
/** Filters that meant more are taken to mean more still: what is found is the same. */
const meantMost = lately();

/** What a filter of another list says of assignments. */
export type Means = { tags?: string[]; difficulty?: string; title?: string };
export const waysOf = ({ tags, difficulty, title }: Means) => ({
  byTag: tags !== undefined,
  byDifficulty: difficulty !== undefined,
  byTitle: title !== undefined,
});
/** How many they are: few are walked one by one, of fewest a search reads everything. */
export type Among = "all" | "most" | "many" | "few" | "fewest";

/** The assignments that a filter means: by their ids, as of when, unless there are too many. */
export async function namedAssignments(
  db: Reader,
  means: Means,
): Promise<{ among: Among | "none"; named?: string[]; asOf?: string | null }> {
  const ways = waysOf(means);
  if (!Object.values(ways).includes(true)) return { among: "all" };
  const filter = JSON.stringify(means);
  if (meantMost.has(db, filter)) return { among: "most" };
  const statement = once(db, `named ${JSON.stringify(ways)}`, () => {
    const ids = sql<string[] | null>`array_agg(id)`;
    const found = sql`(${meant(ways)} ${most(MANY + 1)}) as found`;
    return db.select({ ids, asOf: HEAD }).from(found).prepare("named");
  });
  const [found] = await statement.execute(means);
  if (!found?.ids) return { among: "none" };
  const { ids: named, asOf } = found;
  if (named.length > MANY) {
    meantMost.add(db, filter);
    return { among: "most" };
  }
  const among = named.length > FEW ? "many" : named.length > FEWEST ? "few" : "fewest";
  return { among, named, asOf };
}

/** Selects those assignments; with `which`, of those. */
export function meant(
  { byTag, byDifficulty, byTitle }: ReturnType<typeof waysOf>,
  which = sql`true`,
) {
  const all = [
    which,
    ...(byTag ? [sql`a.distribution_tag = any(${at("tags")}::text[])`] : []),
    ...(byDifficulty ? [sql`a.difficulty = ${at("difficulty")}`] : []),
    ...(byTitle ? [sql`a.title ilike ${at("title")}`] : []),
  ];
  return sql`select a.id from assignments as a where ${sql.join(all, sql` and `)}`;
}
