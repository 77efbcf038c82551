/** Writes of the map: runs and signs of life, and the cells that they change. */
import { and, eq, sql } from "drizzle-orm";
import type { Me } from "../../kit/http/guard.ts";
import { type Act, announce } from "../../live/outbox.ts";
import type { Failure, RunVerdict } from "../../runs/schema.ts";
import { classSessionSigns } from "./tables.ts";
import { KEPT_SECONDS, type SignInput } from "./schema.ts";
import { type CellRow, checkSign, columns, toCell } from "./queries.ts";

/** Whether the class session `l` is for the learner `p`. */
const IS_IN_CLASS_SESSION = sql`(l.audience is null or exists (
  select from section_members as m where m.person_id = p.id and m.section_id = any(l.audience)))`;

const KEY = [
  classSessionSigns.classSessionId,
  classSessionSigns.studentId,
  classSessionSigns.assignmentId,
];

/** What the newest run changes in a cell that is stored already. */
const AFTER = {
  openedAt: sql`coalesce(lesson_signs.opened_at, excluded.opened_at)`,
  runId: sql`excluded.run_id`,
  ranAt: sql`excluded.ran_at`,
  verdict: sql`excluded.verdict`,
  passed: sql`excluded.passed`,
  total: sql`excluded.total`,
  best: sql`greatest(lesson_signs.best, excluded.best)`,
  steppedAt: sql`case when excluded.best > coalesce(lesson_signs.best, -1)
    then excluded.stepped_at else lesson_signs.stepped_at end`,
  repeats: sql`case when excluded.failure is null then 0
    when lesson_signs.failure ->> 'key' = excluded.failure ->> 'key' then lesson_signs.repeats + 1
    else 1 end`,
  failure: sql`excluded.failure`,
  solvedAt: sql`coalesce(lesson_signs.solved_at, excluded.solved_at)`,
};

export type EndedRun = {
  id: string;
  assignmentId: string;
  studentId: string;
  verdict: RunVerdict;
  passed: number;
  total: number;
  failure: Failure | null;
};

/**
 * Keeps what a run that has ended changes in the map of the running sessions, and announces its
 * cells to the staff. It is one statement, which writes nothing if no session runs that has the
 * question.
 */
export async function storeRun(act: Act<Me | null>, run: EndedRun): Promise<void> {
  const { db, now } = act;
  const { id, assignmentId, studentId, verdict, passed, total } = run;
  const failure = run.failure && JSON.stringify(run.failure);
  const rank = rankOf(run);
  const solvedAt = total > 0 && passed === total ? now : null;
  const rows = await db.insert(classSessionSigns).select(sql`
    select q.lesson_id, p.id, q.assignment_id, ${now}::timestamptz, null::timestamptz, ${id}::uuid,
      ${now}::timestamptz, ${verdict}::text, ${passed}::int, ${total}::int, ${rank}::int,
      ${now}::timestamptz, ${failure === null ? 0 : 1}::int, ${failure}::jsonb,
      ${solvedAt}::timestamptz
    from lesson_questions q
      join lessons l on l.id = q.lesson_id
      join people p on p.id = ${studentId}
    where q.assignment_id = ${assignmentId} and l.ended_at is null and l.ends_at > ${now}
      and p.role in ('student', 'volunteer') and ${IS_IN_CLASS_SESSION}`)
    .onConflictDoUpdate({ target: KEY, set: AFTER })
    .returning({ classSessionId: classSessionSigns.classSessionId, ...columns });
  for (const row of rows) announceCell(act, row);
}

/** Corrects a cell whose newest run the server has judged otherwise than the browser claimed. */
export async function correctRun(act: Act<Me | null>, run: EndedRun): Promise<void> {
  const { db, now } = act;
  const { id, assignmentId, studentId, verdict, passed, total, failure } = run;
  const { best, ranAt, solvedAt, steppedAt, openedAt, repeats } = classSessionSigns;
  const rank = rankOf(run);
  const key = failure?.key ?? null;
  const isSolved = total > 0 && passed === total;
  const rows = await db.update(classSessionSigns).set({
    verdict,
    passed,
    total,
    failure,
    best: sql`case when ${steppedAt} = ${ranAt} then ${rank}::int
      else greatest(${best}, ${rank}::int) end`,
    steppedAt: sql`case when ${steppedAt} = ${ranAt} and ${best} > ${rank}::int then ${openedAt}
      else ${steppedAt} end`,
    repeats: sql`case when ${key}::text is null then 0
      when ${classSessionSigns.failure} ->> 'key' = ${key}::text then ${repeats} else 1 end`,
    solvedAt: isSolved
      ? sql`coalesce(${solvedAt}, ${now})`
      : sql`case when ${solvedAt} = ${ranAt} then null else ${solvedAt} end`,
  }).where(and(
    eq(classSessionSigns.studentId, studentId),
    eq(classSessionSigns.assignmentId, assignmentId),
    eq(classSessionSigns.runId, id),
    sql`${classSessionSigns.classSessionId} in
      (select id from lessons where ended_at is null and ends_at > ${now})`,
  )).returning({ classSessionId: classSessionSigns.classSessionId, ...columns });
  for (const row of rows) announceCell(act, row);
}

/** 0 for a run that does not compile, else one more than the cases that it passes. */
const rankOf = ({ verdict, passed }: Pick<EndedRun, "verdict" | "passed">): number =>
  verdict === "does not compile" ? 0 : passed + 1;

function announceCell(act: Act<Me | null>, row: CellRow & { classSessionId: string }): void {
  const { classSessionId, ...cell } = row;
  announce(act, "classSession.cell", ["staff"], { classSessionId, ...toCell(cell) });
}

/**
 * Stores a sign of life, and announces its cell to the staff. The same sign is stored once in
 * `KEPT_SECONDS`, so a tab that sends thousands tells the staff of few.
 * @throws Refusal 404, 409 when the session is over, or 400 when it has no such question
 */
export async function storeSign(
  act: Act,
  classSessionId: string,
  { assignmentId, sign }: SignInput,
): Promise<void> {
  const { db, me, now } = act;
  await checkSign(act, classSessionId, assignmentId);
  const rows = await db.insert(classSessionSigns).values({
    classSessionId,
    studentId: me._id,
    assignmentId,
    openedAt: now,
    writingAt: sign === "writing" ? now : null,
    steppedAt: now,
  }).onConflictDoUpdate({
    target: KEY,
    set: {
      openedAt: sql`coalesce(lesson_signs.opened_at, excluded.opened_at)`,
      writingAt: sql`greatest(lesson_signs.writing_at, excluded.writing_at)`,
      steppedAt: sql`coalesce(lesson_signs.stepped_at, excluded.stepped_at)`,
    },
    setWhere: sql`lesson_signs.opened_at is null or excluded.writing_at > coalesce(
      lesson_signs.writing_at + ${KEPT_SECONDS}::int * interval '1 second', '-infinity')`,
  }).returning({ classSessionId: classSessionSigns.classSessionId, ...columns });
  for (const row of rows) announceCell(act, row);
}
