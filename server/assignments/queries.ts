/** Reading assignments, limited to what the asker may see; rows to views. */
import { and, desc, eq, exists, gte, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { startOfDay } from "../kit/clock.ts";
import type { Reader } from "../kit/database.ts";
import { notFound } from "../kit/errors.ts";
import { fileUrl } from "../kit/files.ts";
import type { Ask, Me } from "../kit/guard.ts";
import { isStaff } from "../kit/roles.ts";
import { people } from "../people/tables.ts";
import {
  type Assignment,
  type AssignmentCard,
  assignmentTagOf,
  type DistributionTag,
  GENERAL_TAGS,
  type HomeworkCard,
  type ListedAssignment,
  type Response,
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
async function listed({ db, me }: Ask, where?: SQL): Promise<ListedAssignment[]> {
  const rows = await db.select({ ...cardColumns, responseStatus: responses.responseStatus })
    .from(assignments)
    .innerJoin(creator, eq(creator.id, assignments.createdById))
    .innerJoin(modifier, eq(modifier.id, assignments.lastModifiedById))
    .leftJoin(
      responses,
      and(eq(responses.assignmentId, assignments.id), eq(responses.studentId, me._id)),
    )
    .where(where)
    .orderBy(desc(assignments.createdAt), desc(assignments.id));
  return rows.map(({ responseStatus, ...row }) => ({
    ...toCard(row),
    responses: responseStatus ? [{ student: me._id, responseStatus }] : [],
  }));
}

/** What is given to the whole class. */
export function generalAssignments(ask: Ask): Promise<ListedAssignment[]> {
  return listed(ask, inArray(assignments.distributionTag, GENERAL_TAGS));
}

/** Everything there is, for staff. */
export function allAssignments(ask: Ask): Promise<ListedAssignment[]> {
  return listed(ask);
}

export type PracticeFilter = {
  assignmentTag?: "HW" | "CW" | "practice" | "personal";
  difficulty?: "easy" | "medium" | "hard";
  tags?: string;
  responseStatus?: string;
};

/** What the asker can practise with. */
export function practiceAssignments(ask: Ask, filter: PracticeFilter): Promise<ListedAssignment[]> {
  const { db, me } = ask;
  const { assignmentTag, difficulty, tags, responseStatus } = filter;
  const status = responseStatus === "not attempted"
    ? sql`${responses.responseStatus} is null`
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
  );
}

/** Whether one of the assignment's tags contains one of these, separated by commas. */
function anyTagContains(tags: string): SQL {
  const wanted = tags.split(",").map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== "");
  return sql`exists (
    select 1 from unnest(${assignments.tags}) as tag, unnest(${sql.param(wanted)}::text[]) as wanted
    where position(wanted in lower(tag)) > 0)`;
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
    .orderBy(desc(assignments.givenOutAt), desc(assignments.id));
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

/** As much of an assignment as a policy and a title need. @throws Refusal 404 */
export async function visibleAssignment({ db, me }: Ask, id: string) {
  const [row] = await db
    .select({
      _id: assignments.id,
      title: assignments.title,
      difficulty: assignments.difficulty,
      distributionTag: assignments.distributionTag,
    })
    .from(assignments).where(and(eq(assignments.id, id), visible(db, me)));
  if (!row) throw notFound("This assignment");
  return row;
}

/** The assignment as the asker may see it. @throws Refusal 404 */
export async function assignmentDetail(ask: Ask, id: string): Promise<Assignment> {
  const { db, me } = ask;
  const assigner = alias(people, "assigner");
  const [[row], assigned, answered] = await Promise.all([
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
    db.select({ _id: people.id, name: people.name }).from(assignees)
      .innerJoin(people, eq(people.id, assignees.studentId))
      .where(eq(assignees.assignmentId, id)).orderBy(people.name),
    responsesTo(ask, id),
  ]);
  if (!row) throw notFound("This assignment");
  const { explanationSource, files, ...rest } = row;
  return {
    ...toCard(rest),
    ...(isStaff(me) && { explanationSource }),
    files: files.map(fileUrl),
    assignedTo: isStaff(me) ? assigned : assigned.filter((student) => student._id === me._id),
    solutionVisible: false,
    responses: answered,
  };
}

/** Staff get everybody's responses, a learner their own. */
async function responsesTo({ db, me }: Ask, assignmentId: string): Promise<Response[]> {
  const own = isStaff(me) ? undefined : eq(responses.studentId, me._id);
  const rows = await selectResponses(db)
    .where(and(eq(responses.assignmentId, assignmentId), own))
    .orderBy(desc(responses.submittedAt));
  return rows.map(responseView);
}

export const responseColumns = {
  student: { _id: people.id, name: people.name },
  responseStatus: responses.responseStatus,
  submissionUrl: responses.submissionUrl,
  learningNotes: responses.learningNotes,
  studentSolution: responses.studentSolution,
  studentSolutionSource: responses.studentSolutionSource,
  screenshots: responses.screenshots,
  mentorReview: { status: responses.reviewStatus, comment: responses.reviewComment },
  createdAt: responses.createdAt,
  updatedAt: responses.updatedAt,
  submittedAt: responses.submittedAt,
  version: responses.version,
};

const selectResponses = (db: Reader) =>
  db.select(responseColumns).from(responses).innerJoin(people, eq(people.id, responses.studentId));

type ResponseRow = Omit<Response, "gaveUpAt"> & { submittedAt: string };

export function responseView({ submittedAt: _, ...row }: ResponseRow): Response {
  return { ...row, screenshots: row.screenshots.map(fileUrl), gaveUpAt: null };
}

export async function responseOf(
  db: Reader,
  { assignmentId, studentId }: { assignmentId: string; studentId: string },
): Promise<Response | undefined> {
  const [row] = await selectResponses(db)
    .where(and(eq(responses.assignmentId, assignmentId), eq(responses.studentId, studentId)));
  return row && responseView(row);
}
