/** Reads the running lesson, its questions, and the past lessons. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { assignments, responses } from "../assignments/tables.ts";
import { ROUND_MOST } from "../kit/core/appearance.ts";
import { notFound, Refusal } from "../kit/core/errors.ts";
import { span } from "../kit/core/schema.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Ask } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { isPassed } from "../runs/queries.ts";
import { runs } from "../runs/tables.ts";
import type { Audience } from "../sections/policy.ts";
import { withAudience } from "../sections/queries.ts";
import { can, splitRunning } from "./policy.ts";
import type {
  Lesson,
  LessonQuestion,
  PastLesson,
  PastQuery,
  PastReply,
  RunningReply,
} from "./schema.ts";
import { lessons } from "./tables.ts";

type At = Pick<Ask, "now"> & { db: Reader };

/** The lesson's questions in order, as JSON. */
const questions = sql<LessonQuestion[]>`(
  select coalesce(json_agg(json_build_object(
    '_id', a.id,
    'title', a.title,
    'cases', (select count(*) from jsonb_array_elements(a.test_cases) one
      where (one ->> 'hidden') is distinct from 'true')
  ) order by q.place), '[]')
  from lesson_questions q join assignments a on a.id = q.assignment_id
  where q.lesson_id = ${lessons.id})`;

const columns = {
  _id: lessons.id,
  startedBy: { _id: people.id, name: people.name, role: people.role },
  ...pick(lessons, "startedAt", "endsAt", "endedAt", "countdownAt", "shownId", "audience"),
  wallSections: lessons.wallSections,
  questions,
  version: lessons.version,
};

const select = (db: Reader) =>
  db.select(columns).from(lessons).innerJoin(people, eq(people.id, lessons.startedById));

const isRunning = (now: string): SQL =>
  and(isNull(lessons.endedAt), gt(lessons.endsAt, now)) as SQL;

type Row = { audience: string[] | null; wallSections: string[] | null };

const toLesson = <R extends Row>({ wallSections, ...row }: R) => ({
  ...withAudience(row),
  ...(wallSections && { wallSections }),
});

/** Returns the lessons that run now: each section has one at most. */
export async function runningLessons({ db, now }: At): Promise<Lesson[]> {
  return (await select(db).where(isRunning(now))).map(toLesson);
}

export async function lessonOf(db: Reader, id: string): Promise<Lesson | undefined> {
  return (await select(db).where(eq(lessons.id, id))).map(toLesson)[0];
}

/** Locks a lesson until the transaction's end. */
export async function lockLesson(db: Reader, id: string): Promise<Lesson | undefined> {
  const [row] = await select(db).where(eq(lessons.id, id)).for("update", { of: lessons });
  return row && toLesson(row);
}

/** @throws Refusal 404, or 409 when it is over */
export async function lockRunning(
  { db, now }: { db: Reader; now: string },
  id: string,
): Promise<Lesson> {
  const lesson = await lockLesson(db, id);
  if (!lesson) throw notFound("This class session");
  if (lesson.endedAt !== null || lesson.endsAt <= now) {
    throw new Refusal(409, "lesson.over", "This class session is over.");
  }
  return lesson;
}

/** Returns the running lessons that the asker may see, and what the asker has solved of their own. */
export async function readRunning(asker: Ask): Promise<RunningReply> {
  const { lesson, others } = splitRunning(asker.me, await runningLessons(asker));
  if (!lesson || !can.takePart(asker.me)) return { lesson, others, solved: [] };
  const ids = lesson.questions.map(({ _id }) => _id);
  const { db, me } = asker;
  const solved = await db.select({ id: assignments.id }).from(assignments).where(and(
    inArray(assignments.id, ids),
    or(
      sql`exists ${
        db.select({ one: sql`1` }).from(responses).where(and(
          eq(responses.assignmentId, assignments.id),
          eq(responses.studentId, me._id),
          eq(responses.responseStatus, "solved"),
        ))
      }`,
      sql`exists ${
        db.select({ one: sql`1` }).from(runs).where(and(
          eq(runs.assignmentId, assignments.id),
          eq(runs.studentId, me._id),
          isPassed,
        ))
      }`,
    ),
  ));
  const has = new Set(solved.map(({ id }) => id));
  return { lesson, others, solved: ids.filter((id) => has.has(id)) };
}

/** Returns the questions with these ids that the whole class may read, in the order of the ids. */
export async function chosenQuestions(
  db: Reader,
  ids: readonly string[],
): Promise<
  ({ _id: string; title: string; mayBeChosen: boolean; audience: Audience } | undefined)[]
> {
  const rows = await db.select({
    _id: assignments.id,
    ...pick(assignments, "title", "distributionTag", "audience"),
  }).from(assignments).where(inArray(assignments.id, [...ids]));
  const known = new Map(rows.map((row) => [row._id, row]));
  return ids.map((id) => {
    const row = known.get(id);
    if (!row) return undefined;
    const { _id, title, audience } = row;
    return { _id, title, audience, mayBeChosen: can.choose(row) };
  });
}

const isOver = (now: string): SQL =>
  or(isNotNull(lessons.endedAt), lte(lessons.endsAt, now)) as SQL;

/** Returns the lessons that are over, the newest first. */
export async function pastLessons({ db, now }: Ask, paging: PastQuery): Promise<PastReply> {
  const { offset, limit } = span(paging);
  const [rows, total] = await Promise.all([
    db.select({ ...columns, summary: lessons.summary }).from(lessons)
      .innerJoin(people, eq(people.id, lessons.startedById))
      .where(isOver(now))
      .orderBy(desc(lessons.startedAt), desc(lessons.id))
      .offset(offset).limit(limit),
    db.$count(lessons, isOver(now)),
  ]);
  return { lessons: rows.map(toLesson) satisfies PastLesson[], total };
}

/** Returns the ids of the lessons that must end by themselves. */
export async function dueLessons(db: Reader, now: string): Promise<string[]> {
  const rows = await db.select({ id: lessons.id }).from(lessons)
    .where(and(isNull(lessons.endedAt), lte(lessons.endsAt, now)))
    .orderBy(asc(lessons.endsAt)).limit(ROUND_MOST);
  return rows.map(({ id }) => id);
}
