/** Writes of the map: runs and signs of life, and the cells that they change. */
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { Parts } from "../../kit/core/parts.ts";
import { batches } from "../../kit/db/batches.ts";
import type { Me } from "../../kit/http/guard.ts";
import { type Act, announce, transact } from "../../live/outbox.ts";
import type { Failure, RunVerdict } from "../../runs/schema.ts";
import { classSessionSigns } from "./tables.ts";
import { KEPT_SECONDS } from "./schema.ts";
import { type CellRow, columns, signColumns, toCell } from "./queries.ts";

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

type Sign = {
  classSessionId: string;
  studentId: string;
  assignmentId: string;
  sign: string;
};

/**
 * Stores signs of life in one statement, and announces them to the staff. Signs for a session that
 * is over, or on a question that it does not have, are left out; and what was stored in the last
 * `KEPT_SECONDS`, so that a tab that sends thousands costs the others nothing.
 */
async function storeSigns(act: Act<null>, signs: readonly Sign[]): Promise<void> {
  const { db, now } = act;
  const rows = await db.insert(classSessionSigns).select(sql`
    select q.lesson_id, "studentId", q.assignment_id, ${now}::timestamptz,
      max(case when sign = 'writing' then ${now}::timestamptz end), null::uuid,
      null::timestamptz, null::text, null::int, null::int, null::int, ${now}::timestamptz, 0, null::jsonb,
      null::timestamptz
    from json_to_recordset(${JSON.stringify(signs)}::json)
        as given("classSessionId" uuid, "studentId" uuid, "assignmentId" uuid, sign text)
      join lesson_questions q on q.lesson_id = "classSessionId" and q.assignment_id = "assignmentId"
      join lessons l on l.id = q.lesson_id
    where l.ended_at is null and l.ends_at > ${now}
    group by 1, 2, 3
    order by 1, 2, 3`)
    .onConflictDoUpdate({
      target: KEY,
      set: {
        openedAt: sql`coalesce(lesson_signs.opened_at, excluded.opened_at)`,
        writingAt: sql`greatest(lesson_signs.writing_at, excluded.writing_at)`,
        steppedAt: sql`coalesce(lesson_signs.stepped_at, excluded.stepped_at)`,
      },
      setWhere: sql`lesson_signs.opened_at is null or excluded.writing_at > coalesce(
        lesson_signs.writing_at + ${KEPT_SECONDS}::int * interval '1 second', '-infinity')`,
    })
    .returning({ classSessionId: classSessionSigns.classSessionId, ...signColumns });
  for (const [classSessionId, all] of Map.groupBy(rows, ({ classSessionId }) => classSessionId)) {
    const stored = all.map(({ classSessionId: _, ...sign }) => sign);
    announce(act, "classSession.signs", ["staff"], { classSessionId, signs: stored });
  }
}

const COLLECT_MS = 500;
/** The most signs of one statement, so that its event is short enough. */
const BATCH_MOST = 500;

/** Takes signs of life, and stores them in batches. */
export function createSigns(parts: () => Parts): Parts["signs"] {
  let waiting: Sign[] = [];
  let next: Promise<void> | null = null;

  async function write(): Promise<void> {
    await pause(COLLECT_MS);
    const all = waiting;
    waiting = [];
    next = null;
    for (const batch of batches(all, BATCH_MOST)) {
      await transact(parts(), (act) => storeSigns(act, batch));
    }
  }

  return {
    async note(sign) {
      waiting.push(sign);
      await (next ??= write());
    },
  };
}
