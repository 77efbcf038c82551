/** Reads runs, limited to what the asker may see, and converts rows to replies. */
import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { isOfWork, type WorkKey } from "../assignments/tables.ts";
import { asSeenBy } from "../doubts/policy.ts";
import { DOUBT_TOPIC } from "../doubts/schema.ts";
import { doubts, entries } from "../doubts/tables.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { placeOf } from "../kit/db/jobs.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { forbidden, notFound } from "../kit/core/errors.ts";
import { type Actor, isStaff } from "../kit/core/roles.ts";
import { span } from "../kit/core/schema.ts";
import type { Ask } from "../kit/http/guard.ts";
import { type Language, languageOf, languages, languagesOf } from "../languages/languages.ts";
import { type JudgeSettings, LANGUAGES } from "../languages/types.ts";
import { type Room, topicRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { isOpenDoubt, SECTIONS_OF_PERSON } from "../sections/queries.ts";
import { can, casesOf } from "./policy.ts";
import type {
  LastRun,
  Outcome,
  ResponseRun,
  Run,
  RunCard,
  RunsQuery,
  Verification,
} from "./schema.ts";
import { type RunRow, runs } from "./tables.ts";

const verified = {
  state: runs.verificationState,
  ...pick(runs, "verifiedPassed", "verifiedTotal", "hiddenFailed", "agrees", "reason"),
  verifiedAt: runs.verifiedAt,
};

type CheckRow =
  & { state: RunRow["verificationState"] }
  & Pick<RunRow, Exclude<keyof typeof verified, "state">>;

function toVerification(row: CheckRow, place?: number | null): Verification {
  const { state, verifiedPassed, verifiedTotal, hiddenFailed, agrees, reason, verifiedAt } = row;
  const isUnderWay = state === "waiting" && place === 0;
  return {
    state: isUnderWay ? "running" : state,
    ...(state === "waiting" && typeof place === "number" && place > 0 && { place }),
    ...(verifiedPassed !== null && { passed: verifiedPassed }),
    ...(verifiedTotal !== null && { total: verifiedTotal }),
    ...(hiddenFailed !== null && { hiddenFailed }),
    ...(agrees !== null && { agrees }),
    ...(reason !== null && { reason }),
    ...(verifiedAt !== null && { at: verifiedAt }),
  };
}

export const responseRunColumns = {
  run: { _id: runs.id, ...pick(runs, "passed", "total"), ...verified },
};

type RunOfResponse = CheckRow & { _id: string; passed: number | null; total: number | null };

export const withResponseRun = <Row extends { run: RunOfResponse | null }>(
  { run, ...rest }: Row,
) => ({
  ...rest,
  run: run && {
    ...{ _id: run._id, passed: run.passed ?? 0, total: run.total ?? 0 },
    verification: toVerification(run),
  } satisfies ResponseRun | null,
});

/** The cases without their outputs, which the database leaves behind. */
const caseCards = sql<RunCard["cases"]>`coalesce((
  select json_agg(json_build_object(
    'case', place,
    'verdict', one ->> 'verdict',
    'milliseconds', one -> 'ms',
    'kilobytes', coalesce(one -> 'kilobytes', '0')
  ) order by place)
  from jsonb_array_elements(${runs.result} -> 'cases') with ordinality as cases(one, place)
), '[]')`;

const cardColumns = {
  _id: runs.id,
  assignmentId: runs.assignmentId,
  student: { _id: people.id, name: people.name },
  ...pick(runs, "settings", "kit", "origin", "verdict", "passed", "total", "ranAt", "createdAt"),
  verified: { ...verified, verdict: runs.verifiedVerdict, hiddenTotal: runs.hiddenTotal },
};

const selectCards = (db: Reader) =>
  db.select({ ...cardColumns, cases: caseCards }).from(runs).innerJoin(
    people,
    eq(people.id, runs.studentId),
  ).$dynamic();

type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

function toCard({ verified, ...row }: CardRow, place?: number | null): RunCard {
  return {
    ...row,
    standard: row.settings.standard,
    verified: toVerified(verified),
    verification: toVerification(verified, place),
  };
}

/** Returns what the server found, with the hidden cases apart. */
function toVerified(
  { verdict, verifiedPassed, verifiedTotal, hiddenFailed, hiddenTotal, verifiedAt }:
    CardRow["verified"],
): Outcome | null {
  if (verdict === null || verifiedAt === null) return null;
  const total = hiddenTotal ?? 0;
  const hidden = { passed: total - (hiddenFailed ?? 0), total };
  return {
    verdict,
    passed: (verifiedPassed ?? 0) - hidden.passed,
    total: (verifiedTotal ?? 0) - hidden.total,
    hidden,
    at: verifiedAt,
  };
}

/** One run's card, without a check of permissions. */
export async function cardOfRun(db: Reader, id: string): Promise<RunCard> {
  const [row] = await selectCards(db).where(eq(runs.id, id));
  if (!row) throw notFound("This run");
  return toCard(row);
}

/**
 * The runs on a question, newest first: for a learner their own, for staff those of a student or of
 * everybody.
 * @throws Refusal 403 when a learner asks for another person's runs
 */
export async function listRuns(
  { db, me }: Ask,
  assignmentId: string,
  { studentId, ...paging }: RunsQuery,
): Promise<RunCard[]> {
  const whose = studentId ?? (isStaff(me) ? undefined : me._id);
  if (whose !== undefined && !can.read(me, { student: { _id: whose } })) {
    throw forbidden("You may only see your own runs.");
  }
  const { offset, limit } = span(paging);
  const rows = await selectCards(db)
    .where(and(
      eq(runs.assignmentId, assignmentId),
      whose === undefined ? undefined : eq(runs.studentId, whose),
    ))
    .orderBy(...newestFirst(runs.createdAt, runs.id)).offset(offset).limit(limit);
  return rows.map((row) => toCard(row));
}

/** The most threads whose readers are told that a run has changed. */
const THREADS_TOLD = 20;

/** The rooms of the threads that show this run to the class. */
export async function readersOfRun(db: Reader, id: string): Promise<Room[]> {
  const threads = await db.selectDistinct({ id: doubts.id }).from(entries)
    .innerJoin(doubts, eq(doubts.id, entries.doubtId))
    .where(
      and(
        eq(entries.runId, id),
        or(doubts.open, isNotNull(doubts.openTo)),
        eq(doubts.programShown, "class"),
      ),
    )
    .limit(THREADS_TOLD);
  return threads.map((thread) => topicRoom(DOUBT_TOPIC, thread.id));
}

/** A readable doubt that shows the run's programs: an anonymous one, if there is one. */
const shownIn = (me: Actor) =>
  sql<{ id: string; anonymous: boolean } | null>`(
  select json_build_object('id', ${doubts.id}, 'anonymous', ${doubts.anonymous})
  from ${entries} join ${doubts} on ${doubts.id} = ${entries.doubtId}
  where ${entries.runId} = ${runs.id} and ${isOpenDoubt(me, "doubts")}
    and ${doubts.programShown} = 'class'
  order by ${doubts.anonymous} desc, ${doubts.id} limit 1)`;

/** A run with its source, its result and its place in the queue. @throws Refusal 404 */
export async function runDetail(
  { db, me, now }: Pick<Ask, "db" | "me" | "now">,
  id: string,
): Promise<Run> {
  const [row] = await db.select({
    ...cardColumns,
    ...pick(runs, "source", "result", "verifiedResult"),
    shownIn: shownIn(me),
    ...(isStaff(me) && { sections: SECTIONS_OF_PERSON }),
  }).from(runs).innerJoin(people, eq(people.id, runs.studentId)).where(eq(runs.id, id));
  if (!row || !(can.read(me, row) || row.shownIn)) throw notFound("This run");
  const place = row.verified.state === "waiting" ? await placeOf(db, { id, now }) : null;
  const { shownIn: thread, sections, source, result, verifiedResult, ...card } = row;
  const view = {
    ...toCard({ ...card, cases: [] }, place),
    source,
    cases: result ? casesOf(result) : [],
    diagnostics: result?.diagnostics ?? [],
    verifiedResult,
    ...(sections?.length && { sections }),
  };
  const doubt = { student: row.student, anonymous: thread?.anonymous };
  return asSeenBy(me, { doubt, id: thread?.id ?? "", view });
}

/** Visible cases passed, and of how many; the server's finding counts. For the table `runs`. */
export const passedOfRun = {
  passed: sql<number>`case when runs.agrees is false
    then runs.verified_passed - runs.hidden_total + runs.hidden_failed else runs.passed end`,
  total: sql<number>`case when runs.agrees is false
    then runs.verified_total - runs.hidden_total else runs.total end`,
};

/** Whether a run passes all visible cases, as far as it is known. */
export const isPassed = sql<boolean>`case when runs.agrees is false
  then runs.verified_passed - runs.hidden_total + runs.hidden_failed
    = runs.verified_total - runs.hidden_total
  else runs.verdict = 'passed' end`;

/** The language of a run. Older runs do not have it, and are in the first. */
export const languageOfRun = sql<Language>`coalesce(runs.settings->'languages'->>0, ${
  LANGUAGES[0]
})`;

/** The student's newest run on a question that has come to its end. */
export async function lastRun(db: Reader, key: WorkKey): Promise<LastRun | undefined> {
  const [row] = await db
    .select({ ...passedOfRun, at: runs.createdAt }).from(runs)
    .where(and(isOfWork(runs, key), isNotNull(runs.verdict)))
    .orderBy(...newestFirst(runs.createdAt, runs.id)).limit(1);
  return row;
}

/** The newest run of this text and language on a question, not one that nobody has run. */
export async function runWithSource(
  db: Reader,
  key: WorkKey,
  { source, language }: { source: string; language: Language },
): Promise<{ id: string; verifiedAt: string | null } | undefined> {
  const [row] = await db.select({ id: runs.id, verifiedAt: runs.verifiedAt }).from(runs)
    .where(and(
      isOfWork(runs, key),
      eq(runs.source, source),
      eq(languageOfRun, language),
      sql`(verdict is not null or verification_state <> 'none')`,
    ))
    .orderBy(...newestFirst(runs.createdAt, runs.id)).limit(1);
  return row;
}

type Choice = Pick<JudgeSettings, "languages">;

/** The language of a program: the wanted one, or the question's first; null if it takes another. */
export function chosenLanguage(judge: Choice, wanted: Language | undefined): Language | null {
  const taken = languagesOf(judge);
  return wanted === undefined ? languageOf(judge) : taken.includes(wanted) ? wanted : null;
}

export const wrongLanguage = (judge: Choice): string => {
  const names = languagesOf(judge).map((one) => languages[one].name);
  return `This question takes programs in ${names.join(" or ")}.`;
};
