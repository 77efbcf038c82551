/** Reads a learner's page. Each list reads one learner's rows by an index, and counts a bounded number. */
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { type PgTable, union } from "drizzle-orm/pg-core";
import { givenToOthers, isPresent } from "../assignments/queries.ts";
import {
  assignmentTagOf,
  distributionTagsOf,
  GENERAL_TAGS,
  MAJOR_TOPICS,
} from "../assignments/schema.ts";
import { assignees, assignments, attempts, responses } from "../assignments/tables.ts";
import { visits } from "../auth/tables.ts";
import { figuresOf } from "../dashboards/queries.ts";
import { TOPIC_FIGURES, topicFigure } from "../dashboards/schema.ts";
import { THE_CLASS } from "../dashboards/tables.ts";
import { selectDoubts, toListed } from "../doubts/queries.ts";
import { doubts } from "../doubts/tables.ts";
import { fileUrl } from "../kit/files/files.ts";
import { notFound } from "../kit/core/errors.ts";
import { span } from "../kit/core/schema.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import type { Ask } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { reviews } from "../reviews/tables.ts";
import { isForPerson } from "../sections/queries.ts";
import { LISTED_MOST, type ListQuery, type Note, type StudentPage } from "./schema.ts";
import { notes } from "./tables.ts";

const LEARNERS = ["student", "volunteer"] as const;
const number = (value: SQL) => sql<number>`${value}`.mapWith(Number);

/** The learner with this id, also after their account was deleted. @throws Refusal 404 */
export async function learner(db: Reader, id: string) {
  const [row] = await db.select({
    _id: people.id,
    ...pick(people, "name", "role", "email", "branch", "year", "profileImage", "createdAt"),
    deletedAt: people.deletedAt,
    seenAt: visits.seenAt,
  }).from(people).leftJoin(visits, eq(visits.personId, people.id))
    .where(and(eq(people.id, id), inArray(people.role, LEARNERS)));
  if (!row) throw notFound("This student");
  return row;
}

export async function studentPage({ db }: Ask, id: string): Promise<StudentPage> {
  const [{ seenAt, deletedAt, ...student }, given, own] = await Promise.all([
    learner(db, id),
    givenByTopic(db, id),
    ownByTopic(db, id),
  ]);
  const { email, profileImage } = student;
  return {
    student: {
      ...student,
      email: deletedAt === null ? email : null,
      profileImage: profileImage && fileUrl(profileImage),
    },
    seenAt,
    progress: MAJOR_TOPICS.map((majorTopic) => {
      const { personal = 0, answered = 0, solved = 0 } = own.get(majorTopic) ?? {};
      return { majorTopic, given: (given.get(majorTopic) ?? 0) + personal, answered, solved };
    }).filter(({ given }) => given > 0).sort((a, b) => a.majorTopic < b.majorTopic ? -1 : 1),
  };
}

type OwnWork = { personal: number; answered: number; solved: number };

/** Counts by topic what the learner was assigned personally, and what they have answered. */
async function ownByTopic(db: Reader, id: string): Promise<Map<string, OwnWork>> {
  const own = union(
    db.select({ id: assignees.assignmentId }).from(assignees).where(eq(assignees.studentId, id)),
    db.select({ id: responses.assignmentId }).from(responses).where(eq(responses.studentId, id)),
  ).as("own");
  const isGiven = sql`(${inArray(assignments.distributionTag, GENERAL_TAGS)}
    and ${isForPerson(id, assignments.audience)})`;
  const rows = await db.select({
    majorTopic: assignments.majorTopic,
    personal: number(sql`count(*) filter (where not ${isGiven})`),
    answered: number(sql`count(${responses.studentId})`),
    solved: number(sql`count(*) filter (where ${responses.responseStatus} = 'solved')`),
  }).from(own).innerJoin(assignments, eq(assignments.id, own.id))
    .leftJoin(responses, isAnsweredBy(id))
    .where(and(
      isPresent,
      or(isGiven, isAssignedTo(db, id)),
    ))
    .groupBy(assignments.majorTopic);
  return new Map(rows.map(({ majorTopic, ...work }) => [majorTopic, work]));
}

const isAnsweredBy = (id: string) =>
  and(eq(responses.assignmentId, assignments.id), eq(responses.studentId, id));

const isAssignedTo = (db: Reader, id: string) =>
  inArray(
    assignments.id,
    db.select({ id: assignees.assignmentId }).from(assignees).where(eq(assignees.studentId, id)),
  );

/** How many rows of one learner there are, up to LISTED_MOST. */
const countOf = (db: Reader, table: PgTable, where: SQL) =>
  db.$count(
    db.select({ one: sql`1`.as("one") }).from(table).where(where).limit(LISTED_MOST).as("counted"),
  );

/** Counts by topic the assignments that were given out to the learner's class or section. */
async function givenByTopic(db: Reader, id: string): Promise<Map<string, number>> {
  const [given, others] = await Promise.all([
    figuresOf(db, THE_CLASS, TOPIC_FIGURES),
    givenToOthers(db, id),
  ]);
  return new Map(MAJOR_TOPICS.map((topic) => {
    const left = others.filter(({ majorTopic }) => majorTopic === topic);
    return [topic, left.reduce((rest, { count }) => rest - count, given[topicFigure(topic)])];
  }));
}

/** A page of a list that ends at LISTED_MOST. */
function pageOf(query: ListQuery): { offset: number; limit: number } {
  const { offset, end } = span(query);
  return { offset, limit: Math.max(0, Math.min(end, LISTED_MOST) - offset) };
}

const HOMEWORK = [...distributionTagsOf("HW"), ...distributionTagsOf("CW")];

/** Unsolved work, given out last first. An index for each kind: an `or` would read all. */
export async function openWork({ db }: Ask, id: string, query: ListQuery) {
  const { offset, limit } = pageOf(query);
  const newest = (isOfKind: SQL) =>
    db.select({
      id: assignments.id,
      givenOutAt: assignments.givenOutAt,
      responseStatus: responses.responseStatus,
    }).from(assignments).leftJoin(responses, isAnsweredBy(id))
      .where(and(isPresent, isOfKind, sql`${responses.responseStatus} is distinct from 'solved'`))
      .orderBy(...newestFirst(assignments.givenOutAt, assignments.id))
      .limit(LISTED_MOST);
  const open = () => {
    const personal = newest(isAssignedTo(db, id));
    const [first = personal, ...rest] = HOMEWORK.map((tag) =>
      newest(
        and(eq(assignments.distributionTag, tag), isForPerson(id, assignments.audience)) as SQL,
      )
    );
    return union(personal, first, ...rest);
  };
  const page = open().orderBy(sql`given_out_at desc nulls last, id desc`)
    .offset(offset).limit(limit).as("page");
  const [rows, total] = await Promise.all([
    db.select({
      _id: assignments.id,
      ...pick(assignments, "title", "distributionTag", "difficulty"),
      givenOutAt: page.givenOutAt,
      responseStatus: page.responseStatus,
    }).from(page).innerJoin(assignments, eq(assignments.id, page.id))
      .orderBy(sql`${page.givenOutAt} desc nulls last, ${page.id} desc`),
    db.$count(open().as("counted")),
  ]);
  return {
    open: rows.map(({ _id, title, distributionTag, difficulty, ...row }) => ({
      assignment: { _id, title, assignmentTag: assignmentTagOf(distributionTag), difficulty },
      ...row,
    })),
    total: Math.min(total, LISTED_MOST),
  };
}

const ofAssignment = { _id: assignments.id, title: assignments.title };

/** Everything that the learner has handed in, newest first. */
export async function listAttempts({ db }: Ask, id: string, query: ListQuery) {
  const { offset, limit } = pageOf(query);
  const isTheirs = eq(attempts.studentId, id);
  const [rows, total] = await Promise.all([
    db.select({
      _id: attempts.id,
      assignment: ofAssignment,
      responseStatus: attempts.responseStatus,
      createdAt: attempts.createdAt,
    }).from(attempts).innerJoin(assignments, eq(assignments.id, attempts.assignmentId))
      .where(isTheirs).orderBy(...newestFirst(attempts.createdAt, attempts.id))
      .offset(offset).limit(limit),
    countOf(db, attempts, isTheirs),
  ]);
  return { attempts: rows, total };
}

/** The learner's doubts, those that were active last first. */
export async function listDoubts({ db, me, now }: Ask, id: string, query: ListQuery) {
  const { offset, limit } = pageOf(query);
  const isTheirs = eq(doubts.studentId, id);
  const [rows, total] = await Promise.all([
    selectDoubts(db, now).where(isTheirs).orderBy(...newestFirst(doubts.activeAt, doubts.id))
      .offset(offset).limit(limit),
    countOf(db, doubts, isTheirs),
  ]);
  return { doubts: rows.map((row) => toListed(row, me)), total };
}

/** The reviews that the learner has got, newest first. */
export async function listReviews({ db }: Ask, id: string, query: ListQuery) {
  const { offset, limit } = pageOf(query);
  const isTheirs = eq(reviews.studentId, id);
  const [rows, total] = await Promise.all([
    db.select({
      _id: reviews.id,
      assignment: ofAssignment,
      status: reviews.status,
      comment: reviews.comment,
      by: { _id: people.id, name: people.name, role: people.role },
      createdAt: reviews.createdAt,
    }).from(reviews).innerJoin(assignments, eq(assignments.id, reviews.assignmentId))
      .innerJoin(people, eq(people.id, reviews.reviewerId))
      .where(isTheirs).orderBy(...newestFirst(reviews.createdAt, reviews.id))
      .offset(offset).limit(limit),
    countOf(db, reviews, isTheirs),
  ]);
  return { reviews: rows, total };
}

const selectNotes = (db: Reader) =>
  db.select({
    _id: notes.id,
    studentId: notes.studentId,
    text: notes.text,
    by: { _id: people.id, name: people.name, role: people.role },
    createdAt: notes.createdAt,
  }).from(notes).innerJoin(people, eq(people.id, notes.authorId));

/** The staff's notes about the learner, newest first. */
export async function listNotes({ db }: Ask, id: string, query: ListQuery) {
  const { offset, limit } = pageOf(query);
  const [rows, total] = await Promise.all([
    selectNotes(db).where(eq(notes.studentId, id))
      .orderBy(...newestFirst(notes.createdAt, notes.id)).offset(offset).limit(limit),
    countNotes(db, id),
  ]);
  return { notes: rows, total };
}

export const countNotes = (db: Reader, id: string) => countOf(db, notes, eq(notes.studentId, id));

export async function noteOf(
  db: Reader,
  { id, noteId }: { id: string; noteId: string },
): Promise<Note> {
  const [row] = await selectNotes(db).where(and(eq(notes.id, noteId), eq(notes.studentId, id)));
  if (!row) throw notFound("This note");
  return row;
}
