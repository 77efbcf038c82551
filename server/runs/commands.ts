/** Keeps runs, asks the server to run or verify them, and records what it found. */
import { and, eq, sql } from "drizzle-orm";
import { visibleCases } from "../assignments/policy.ts";
import { visibleAssignment } from "../assignments/queries.ts";
import { assignments } from "../assignments/tables.ts";
import type { RunResult } from "../cpp/types.ts";
import { notFound, Refusal } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { isStaff } from "../kit/core/roles.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Me } from "../kit/http/guard.ts";
import { addJob, countJobs, endJob, type Job, lockLine } from "../kit/db/jobs.ts";
import { correctRun, keepRun } from "../lessons/map/queries.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { lockResponse } from "../reviews/queries.ts";
import {
  boundedResult,
  can,
  claimOf,
  countPassed,
  type Found,
  foundColumns,
  verdictOf,
} from "./policy.ts";
import { failureOf } from "./failure.ts";
import { cardOfRun, readersOfRun, runDetail } from "./queries.ts";
import { PLACES_EACH, PLACES_MOST, type Run, type RunInput, RUNS_KEPT } from "./schema.ts";
import { runs, UNVERIFIED } from "./tables.ts";

/** Keeps a run. With cases it has run in a browser; without them it waits for the server. */
export async function create(act: Act, assignmentId: string, input: RunInput): Promise<Run> {
  const { db, me, now, parts } = act;
  const { source, standard, ranAt = now } = input;
  await lockResponse(db, { assignmentId, studentId: me._id });
  await visibleAssignment(act, assignmentId);
  const question = await questionOf(act, assignmentId);
  const claimed = claimOf(input);
  const result = claimed && boundedResult(claimed);
  if (!result) await takePlace(act);
  const { testCases } = question;
  const visible = visibleCases(testCases).length;
  const settings = { ...question.judge, ...(standard && { standard }) };
  const failure = result && failureOf({ result, source, settings, testCases });
  const key = { id: newId(), assignmentId, studentId: me._id };
  const { id } = key;
  await db.insert(runs).values({
    ...key,
    source,
    settings,
    origin: result ? "browser" : "server",
    ...(result && { result, kit: result.kit, verdict: verdictOf(result) }),
    failure,
    passed: result ? countPassed(result) : 0,
    total: result?.compiled ? result.cases.length : visible,
    verificationState: result ? "none" : "waiting",
    // A clock that is wrong must not put a run before all later ones.
    ranAt: ranAt < now ? ranAt : now,
    createdAt: now,
  });
  await deleteOld(act, { assignmentId, except: id });
  if (result) {
    const [verdict, passed, total] = [verdictOf(result), countPassed(result), result.cases.length];
    await keepRun(act, { ...key, verdict, passed, total, failure });
  }
  const event = result ? "run.finished" : "run.verified";
  announce(act, event, ["staff", userRoom(me._id)], await cardOfRun(db, id));
  if (!result) {
    await addJob(db, { id, personId: me._id, now });
    act.afterwards.push(parts.judging.nudge);
  }
  return await runDetail(act, id);
}

async function questionOf({ db }: Act, id: string) {
  const [question] = await db
    .select({ testCases: assignments.testCases, judge: assignments.judge })
    .from(assignments).where(eq(assignments.id, id));
  if (!question) throw notFound("This assignment");
  return question;
}

const RETRY_SECONDS = 5;

/** @throws Refusal when the server runs no programs, or too many wait */
async function takePlace({ db, me, parts }: Act): Promise<void> {
  if (!parts.judging.isOn) {
    throw new Refusal(409, "judge.off", "This server runs no programs. Run it in a browser.");
  }
  await lockLine(db, me._id);
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

/** Deletes the student's older runs on a question, except those that something refers to. */
async function deleteOld(
  { db, me }: Act,
  { assignmentId, except }: { assignmentId: string; except: string },
): Promise<void> {
  const key = sql`assignment_id = ${assignmentId} and student_id = ${me._id}`;
  await db.execute(sql`
    delete from runs where id in (
      select id from runs where ${key} order by created_at desc, id desc offset ${RUNS_KEPT}
    )
    and id <> ${except}
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
    settings: assignments.judge,
  }).from(runs).innerJoin(assignments, eq(assignments.id, runs.assignmentId))
    .where(eq(runs.id, id));
  return work;
}

/** Records what the server found, unless another server has taken the job since. */
export async function finish(act: Act<null>, job: Job, found: Found): Promise<void> {
  const { db, now } = act;
  const [run] = await db.select({
    assignmentId: runs.assignmentId,
    studentId: runs.studentId,
    origin: runs.origin,
    verdict: runs.verdict,
    passed: runs.passed,
    total: runs.total,
    source: runs.source,
    settings: runs.settings,
    testCases: assignments.testCases,
  }).from(runs).innerJoin(assignments, eq(assignments.id, runs.assignmentId))
    .where(eq(runs.id, job.id));
  if (!run) {
    await endJob(db, job);
    return;
  }
  await lockResponse(db, run);
  if (!await endJob(db, job)) return;
  const columns = foundColumns(run, found);
  const result = newResultOf(columns);
  const failure = result && failureOf({ ...run, result });
  await db.update(runs).set({ ...columns, ...(result && { failure }), verifiedAt: now })
    .where(eq(runs.id, job.id));
  if (result) {
    const [verdict, passed] = [verdictOf(result), countPassed(result)];
    const ended = { ...run, id: job.id, verdict, passed, failure: failure ?? null };
    // What a browser has run is in the map of the class already, as the browser claims.
    if (run.origin === "server") await keepRun(act, ended);
    else await correctRun(act, { ...ended, total: visibleCases(run.testCases).length });
  }
  const event = run.origin === "server" ? "run.finished" : "run.verified";
  announce(act, event, ["staff", userRoom(run.studentId)], await cardOfRun(db, job.id));
  await announceToReaders(act, job.id);
}

/** What the server found that is not known yet: all of its own run, and what contradicts a browser. */
function newResultOf(columns: ReturnType<typeof foundColumns>): RunResult | null {
  if ("result" in columns) return columns.result;
  return "verifiedResult" in columns ? columns.verifiedResult : null;
}

/** Tells the class where a thread shows the run. The event has nothing that may be withheld later. */
async function announceToReaders(act: Act<Me | null>, id: string): Promise<void> {
  const rooms = await readersOfRun(act.db, id);
  if (rooms.length > 0) announce(act, "run.changed", rooms, { _id: id });
}
