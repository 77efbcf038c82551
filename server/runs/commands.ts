/** Keeps runs, asks the server to run or verify them, and records what it found. */
import { and, eq, sql } from "drizzle-orm";
import { visibleCases } from "../assignments/policy.ts";
import { visible } from "../assignments/queries.ts";
import { assignments } from "../assignments/tables.ts";
import { pick } from "../kit/db/columns.ts";
import type { RunResult } from "../languages/types.ts";
import { inLanguage, languageOf } from "../languages/languages.ts";
import { runSettings } from "../languages/program_files.ts";
import { markSolved } from "../doubts/writes.ts";
import { badField, conflict, notFound, Refusal } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { isStaff } from "../kit/core/roles.ts";
import type { Reader, Tx } from "../kit/db/database.ts";
import type { Me } from "../kit/http/guard.ts";
import { addJob, countJobs, endJob, giveBackJob, type Job } from "../kit/db/jobs.ts";
import { correctRun, storeRun } from "../class-sessions/map/writes.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { lockResponse } from "../reviews/queries.ts";
import {
  boundedResult,
  can,
  claimedColumns,
  claimOf,
  countPassed,
  foundColumns,
  seenResult,
  type ServerResult,
  verdictOf,
} from "./policy.ts";
import { failureOf } from "./failure.ts";
import { cardOfRun, chosenLanguage, readersOfRun, runDetail, wrongLanguage } from "./queries.ts";
import { PLACES_EACH, PLACES_MOST, type Run, type RunInput, RUNS_KEPT } from "./schema.ts";
import { type RunRow, runs, UNVERIFIED } from "./tables.ts";

/**
 * Keeps a run. With cases it has run in a browser. Without them it waits for the server, or is only
 * kept (`notRun`).
 * @throws Refusal 400 when a program that has not run has cases
 */
export async function create(act: Act, assignmentId: string, input: RunInput): Promise<Run> {
  const { db, me, now, parts } = act;
  const question = await lockQuestion(act, assignmentId);
  const claimed = claimOf(input);
  const result = claimed && boundedResult(claimed);
  if (result && input.notRun) throw badField("notRun", "A program with cases has run.");
  const waits = !result && !input.notRun;
  if (waits) await takePlace(act);
  const row = newRow(act, { input, result, question });
  await db.insert(runs).values(row);
  await deleteOld(act, assignmentId);
  const { id, verdict } = row;
  if (verdict) await storeRun(act, { ...row, verdict });
  const event = result ? "run.finished" : "run.verified";
  announce(act, event, ["staff", userRoom(me._id)], await cardOfRun(db, id));
  if (waits) {
    await addJob(db, { id, personId: me._id, now });
    act.afterwards.push(parts.judging.nudge);
  }
  return await runDetail(act, id);
}

/** Locks the person's response to a question. @throws Refusal 404 when they may not see it */
async function lockQuestion({ db, me }: Act, id: string) {
  await lockResponse(db, { assignmentId: id, studentId: me._id });
  const [question] = await db.select({
    _id: assignments.id,
    testCases: assignments.testCases,
    judge: assignments.judge,
  }).from(assignments).where(and(eq(assignments.id, id), visible(db, me)));
  if (!question) throw notFound("This assignment");
  return question;
}

type Question = Awaited<ReturnType<typeof lockQuestion>>;

function newRow(
  { me, now }: Act,
  { input, result, question }: { input: RunInput; result: RunResult | null; question: Question },
): RunRow {
  const { source, language, standard, notRun, ranAt = now } = input;
  const { _id: assignmentId, testCases, judge } = question;
  const taken = chosenLanguage(judge, language);
  if (taken === null) throw badField("language", wrongLanguage(judge));
  const settings = {
    ...inLanguage(judge, taken),
    ...(standard && { standard }),
  };
  const visible = visibleCases(testCases).length;
  const claimed = result && claimedColumns(result, testCases.length === 0 ? null : visible);
  const ran = new Date(ranAt).toISOString();
  return {
    ...UNVERIFIED,
    id: newId(),
    assignmentId,
    studentId: me._id,
    source,
    settings,
    kit: result?.kit ?? null,
    origin: result ? "browser" : "server",
    result,
    ...(claimed ?? { verdict: null, passed: 0, total: visible }),
    failure: result && failureOf({ result, source, settings, testCases }),
    verificationState: result || notRun ? "none" : "waiting",
    // A clock that is wrong must not put a run before all later ones.
    ranAt: ran < now ? ran : now,
    createdAt: now,
  };
}

const RETRY_SECONDS = 5;

/** @throws Refusal when the server runs no programs, or too many wait */
async function takePlace({ db, me, parts }: Act): Promise<void> {
  if (!parts.judging.isOn) {
    throw conflict("judge.off", "This server runs no programs. Run it in a browser.");
  }
  await takeLock(db, "jobs", me._id);
  const most = PLACES_EACH[isStaff(me) ? "staff" : "learner"];
  const [own, all] = await Promise.all([countJobs(db, me._id), countJobs(db)]);
  if (own >= most) {
    const wait = `${own} of your programs wait for the server. Please wait until one has run.`;
    throw new Refusal(429, "too-many", wait, { retryAfter: RETRY_SECONDS });
  }
  if (all < PLACES_MOST) return;
  const busy = "Too many programs wait for the server. Please try again in a minute.";
  throw new Refusal(503, "busy", busy, { retryAfter: 60 });
}

/** Deletes the person's older runs on a question, but those that something refers to. */
async function deleteOld({ db, me }: Act, assignmentId: string): Promise<void> {
  const key = sql`assignment_id = ${assignmentId} and student_id = ${me._id}`;
  await db.delete(runs).where(sql`id in (
      select id from runs where ${key} order by created_at desc, id desc offset ${RUNS_KEPT}
    )
    and not exists (select from responses where ${key} and run_id = runs.id)
    and not exists (select from attempts where ${key} and run_id = runs.id)
    and not exists (select from line_comments where run_id = runs.id)
    and not exists (select from proposals where run_id = runs.id)
    and not exists (select from doubt_entries where run_id = runs.id)
    and not exists (select from jobs where jobs.id = runs.id)`);
}

/** Asks the server to run the source on all cases. */
export async function verify(act: Act, id: string): Promise<Run> {
  const { db, me, now, parts } = act;
  const before = await runDetail(act, id);
  if (!can.verify(me, before)) throw notFound("This run");
  const { assignmentId, student } = before;
  await lockResponse(db, { assignmentId, studentId: student._id });
  const waits = await db.select({ id: runs.id }).from(runs)
    .where(and(eq(runs.id, id), eq(runs.verificationState, "waiting")));
  if (waits.length > 0) return await runDetail(act, id);
  await takePlace(act);
  await db.update(runs).set(UNVERIFIED).where(eq(runs.id, id));
  await addJob(db, { id, personId: me._id, now });
  announce(act, "run.verified", ["staff", userRoom(student._id)], await cardOfRun(db, id));
  await announceToReaders(act, id);
  act.afterwards.push(parts.judging.nudge);
  return await runDetail(act, id);
}

/** What the server needs to run a program. Null when the run is gone. */
export async function workOf(db: Reader, id: string) {
  const [work] = await db.select({
    source: runs.source,
    testCases: assignments.testCases,
    judge: assignments.judge,
    settings: runs.settings,
    ...pick(assignments, "givenFiles", "fileName", "version"),
  }).from(runs).innerJoin(assignments, eq(assignments.id, runs.assignmentId))
    .where(eq(runs.id, id));
  if (!work) return undefined;
  return { ...work, settings: runSettings(work, languageOf(work.settings)) };
}

/** What the server found, and the version of the question that had these cases. */
export type JudgedRun = ServerResult & { version?: number };

/** What the server found, if the job is still its own. If the question changed, it waits again. */
export async function finish(act: Act<null>, job: Job, { version, ...found }: JudgedRun) {
  const { db, now } = act;
  const [key] = await db.select({ assignmentId: runs.assignmentId, studentId: runs.studentId })
    .from(runs).where(eq(runs.id, job.id));
  if (!key) {
    await endJob(db, job);
    return;
  }
  await lockResponse(db, key);
  const run = await lockRun(db, job.id);
  if (version !== undefined && version !== run.version) return await giveBackJob(db, job);
  if (!await endJob(db, job)) return;
  const columns = foundColumns(run, found);
  const result = "failed" in found ? null : seenResult(found);
  // Also where the verdicts agree: the browser may have claimed another output.
  const how = result && failureOf({ ...run, result });
  const failure = how && { ...how, verified: true as const };
  await db.update(runs).set({ ...columns, ...(result && { failure }), verifiedAt: now })
    .where(eq(runs.id, job.id));
  if (result) {
    const [verdict, passed] = [verdictOf(result), countPassed(result)];
    const ended = { ...run, id: job.id, verdict, passed, failure };
    // A browser's run is in the map of the class already, as the browser claims.
    if (run.origin === "server") await storeRun(act, ended);
    else await correctRun(act, { ...ended, total: visibleCases(run.testCases).length });
  }
  const isWell = "verifiedVerdict" in columns && columns.verifiedVerdict === "passed";
  if (isWell && columns.verifiedTotal > 0) await markSolved(act, run);
  const event = run.origin === "server" ? "run.finished" : "run.verified";
  announce(act, event, ["staff", userRoom(run.studentId)], await cardOfRun(db, job.id));
  await announceToReaders(act, job.id);
}

/** Reads a run and its question, which does not change until the end of the transaction. */
async function lockRun(db: Tx, id: string) {
  const [run] = await db.select({
    ...pick(runs, "assignmentId", "studentId", "origin", "verdict", "passed", "total", "source"),
    createdAt: runs.createdAt,
    settings: runs.settings,
    testCases: assignments.testCases,
    version: assignments.version,
  }).from(runs).innerJoin(assignments, eq(assignments.id, runs.assignmentId))
    .where(eq(runs.id, id)).for("share", { of: assignments });
  if (!run) throw new Error("the run of a job is missing");
  return run;
}

/** Tells the class where it is shown. The event has nothing to withhold later. */
async function announceToReaders(act: Act<Me | null>, id: string): Promise<void> {
  const rooms = await readersOfRun(act.db, id);
  if (rooms.length > 0) announce(act, "run.changed", rooms, { _id: id });
}
