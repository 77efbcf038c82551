/** Reads the running class session, its questions, and the past class sessions. */
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { responses } from "../assignments/tables.ts";
import { conflict, notFound } from "../kit/core/errors.ts";
import { span } from "../kit/core/schema.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Ask } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { isPassed } from "../runs/queries.ts";
import { runs } from "../runs/tables.ts";
import { withAudience } from "../sections/queries.ts";
import { can, splitRunning } from "./policy.ts";
import type {
  ClassSession,
  ClassSessionQuestion,
  PastClassSession,
  PastQuery,
  PastReply,
  RunningReply,
} from "./schema.ts";
import { classSessions } from "./tables.ts";

type At = Pick<Ask, "now"> & { db: Reader };

/** The class session's questions in order, as JSON. */
const questions = sql<ClassSessionQuestion[]>`(
  select coalesce(json_agg(json_build_object(
    '_id', a.id,
    'title', a.title,
    'cases', (select count(*) from jsonb_array_elements(a.test_cases) one
      where (one ->> 'hidden') is distinct from 'true')
  ) order by q.place), '[]')
  from lesson_questions q join assignments a on a.id = q.assignment_id
  where q.lesson_id = ${classSessions.id})`;

const columns = {
  _id: classSessions.id,
  startedBy: { _id: people.id, name: people.name, role: people.role },
  ...pick(classSessions, "startedAt", "endsAt", "endedAt", "countdownAt", "shownId", "audience"),
  wallSections: classSessions.wallSections,
  questions,
  version: classSessions.version,
};

const select = (db: Reader) =>
  db.select(columns).from(classSessions).innerJoin(
    people,
    eq(people.id, classSessions.startedById),
  );

type Row = { audience: string[] | null; wallSections: string[] | null };

const toClassSession = <R extends Row>({ wallSections, ...row }: R) => ({
  ...withAudience(row),
  ...(wallSections && { wallSections }),
});

/** Returns the class sessions that run now: each section has one at most. */
export async function runningClassSessions({ db, now }: At): Promise<ClassSession[]> {
  const rows = await select(db)
    .where(and(isNull(classSessions.endedAt), gt(classSessions.endsAt, now)));
  return rows.map(toClassSession);
}

export async function classSessionOf(db: Reader, id: string): Promise<ClassSession | undefined> {
  return (await select(db).where(eq(classSessions.id, id))).map(toClassSession)[0];
}

/** Locks a class session until the transaction's end. */
export async function lockClassSession(db: Reader, id: string): Promise<ClassSession | undefined> {
  const [row] = await select(db).where(eq(classSessions.id, id)).for("update", {
    of: classSessions,
  });
  return row && toClassSession(row);
}

/** @throws Refusal 404, or 409 when it is over */
export async function lockRunning(
  { db, now }: { db: Reader; now: string },
  id: string,
): Promise<ClassSession> {
  const classSession = await lockClassSession(db, id);
  if (!classSession) throw notFound("This class session");
  if (classSession.endedAt !== null || classSession.endsAt <= now) {
    throw conflict("classSession.over", "This class session is over.");
  }
  return classSession;
}

/** The running class sessions that the asker may see, and what they solved of their own. */
export async function readRunning(asker: Ask): Promise<RunningReply> {
  const { classSession, others } = splitRunning(asker.me, await runningClassSessions(asker));
  if (!classSession || !can.takePart(asker.me)) return { classSession, others, solved: [] };
  const ids = classSession.questions.map(({ _id }) => _id);
  const { db, me } = asker;
  const isOwn = ({ assignmentId, studentId }: typeof responses | typeof runs) =>
    and(inArray(assignmentId, ids), eq(studentId, me._id));
  const solved = await union(
    db.select({ id: responses.assignmentId }).from(responses)
      .where(and(isOwn(responses), eq(responses.responseStatus, "solved"))),
    db.select({ id: runs.assignmentId }).from(runs).where(and(isOwn(runs), isPassed)),
  );
  const has = new Set(solved.map(({ id }) => id));
  return { classSession, others, solved: ids.filter((id) => has.has(id)) };
}

const isOver = (now: string): SQL =>
  or(isNotNull(classSessions.endedAt), lte(classSessions.endsAt, now)) as SQL;

/** Returns the class sessions that are over, the newest first. */
export async function pastClassSessions({ db, now }: Ask, paging: PastQuery): Promise<PastReply> {
  const { offset, limit } = span(paging);
  const [rows, total] = await Promise.all([
    db.select({ ...columns, summary: classSessions.summary }).from(classSessions)
      .innerJoin(people, eq(people.id, classSessions.startedById))
      .where(isOver(now))
      .orderBy(desc(classSessions.startedAt), desc(classSessions.id))
      .offset(offset).limit(limit),
    db.$count(classSessions, isOver(now)),
  ]);
  return { classSessions: rows.map(toClassSession) satisfies PastClassSession[], total };
}
