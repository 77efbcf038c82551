/** Records a learner's response to an assignment, and asks for the verification of its code. */
import { eq, sql } from "drizzle-orm";
import { inWords, later, notEarlierThan } from "../../kit/core/clock.ts";
import { badField, conflict, stale } from "../../kit/core/errors.ts";
import { newId } from "../../kit/core/ids.ts";
import { pick } from "../../kit/db/columns.ts";
import { addJob, withdrawJob } from "../../kit/db/jobs.ts";
import { inLanguage, type Language } from "../../languages/languages.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { itemOf, lockResponse, toResponse } from "../../reviews/queries.ts";
import { statusOfRun } from "../../runs/policy.ts";
import {
  cardOfRun,
  chosenLanguage,
  lastRun,
  runWithSource,
  wrongLanguage,
} from "../../runs/queries.ts";
import { source } from "../../runs/schema.ts";
import { runs, UNVERIFIED } from "../../runs/tables.ts";
import { lateness, visibleCases } from "../policy.ts";
import { allFilesExist, visibleAssignment } from "../queries.ts";
import type { LateRule } from "../schema.ts";
import {
  DESCRIBE_PROBLEM_MESSAGE,
  type RespondInput,
  type Response,
  type ResponseStatus,
  SENT_DAYS_MOST,
} from "./schema.ts";
import { assignments, attempts, isOfWork, responses, type WorkKey } from "../tables.ts";

const NO_IMAGE = "Not every one of these screenshots is an image that was uploaded here.";

/** Records a learner's response. A new response after a review waits for review again. */
export async function respond(
  act: Act,
  id: string,
  { input, studentSolution }: { input: RespondInput; studentSolution: string | null },
): Promise<Response> {
  const { db, me } = act;
  const key = { assignmentId: id, studentId: me._id };
  await lockResponse(db, key);
  const assignment = await visibleAssignment(act, id, { lock: true });
  const isLate = refuseClosed(act, assignment) === "late";
  const language = chosenLanguage(assignment.judge, input.language);
  if (language === null) throw badField("language", wrongLanguage(assignment.judge));
  if (!await allFilesExist(db, input.screenshots, { images: true })) {
    throw badField("screenshots", NO_IMAGE);
  }
  const [before] = await db.select(
    pick(responses, "version", "updatedAt", "runId", "reviewStatus", "waitingSince"),
  ).from(responses).where(isOfWork(responses, key));
  if (input.version !== undefined && before && before.version !== input.version) {
    const item = await itemOf(act, key);
    throw stale(item && toResponse(item));
  }
  const now = notEarlierThan(act.now, before?.updatedAt);
  const answer = {
    responseStatus: await statusOf(act, key, input),
    submissionUrl: input.submissionUrl ?? null,
    learningNotes: input.learningNotes || null,
    studentSolution,
    studentSolutionSource: input.studentSolution ?? null,
    language: input.studentSolution ? language : null,
    screenshots: input.screenshots,
    late: isLate,
    sentAt: isLate && wasInTime(act, input.sentAt, assignment) ? input.sentAt : null,
  };
  const runId = await runOf(act, key, answer);
  if (before?.runId && before.runId !== runId) await withdrawRun(act, before.runId);
  const waiting = {
    ...answer,
    runId,
    reviewStatus: "pending" as const,
    reviewComment: null,
    updatedStudentSolution: null,
    updatedStudentSolutionSource: null,
    givenPoints: null,
    reviewedById: null,
    reviewedAt: null,
    againOfId: null,
    submittedAt: now,
    waitingSince: before?.reviewStatus === "pending" ? before.waitingSince : now,
    updatedAt: now,
  };
  await db.insert(responses).values({ ...key, ...waiting, createdAt: now }).onConflictDoUpdate({
    target: [responses.assignmentId, responses.studentId],
    set: { ...waiting, version: sql`responses.version + 1` },
  });
  await db.insert(attempts).values({ id: newId(), ...key, ...answer, runId, createdAt: now });
  const item = await itemOf(act, key);
  if (!item) throw new Error("the response that was just written is missing");
  announce(act, "review.waiting", ["staff"], item);
  announce(act, "review.changed", [userRoom(me._id)], item);
  return toResponse(item);
}

type Due = { dueAt: string | null; lateRule: LateRule };

/** @throws Refusal 409 when the assignment is due and takes no more responses */
function refuseClosed({ now, zone }: Act, assignment: Due): "in time" | "late" {
  const when = lateness(assignment, now);
  if (when !== "closed") return when;
  throw conflict(
    "assignment.closed",
    `This was due on ${inWords(assignment.dueAt ?? now, zone)}. It takes no more responses.`,
  );
}

/** Whether the device says that it tried to send in time. An implausible time is not believed. */
function wasInTime(
  { now }: Act,
  sentAt: string | undefined,
  { dueAt, givenOutAt }: Due & { givenOutAt: string | null },
): boolean {
  if (sentAt === undefined || dueAt === null || givenOutAt === null) return false;
  const sent = new Date(sentAt).toISOString();
  return sent >= givenOutAt && sent >= later(now, -SENT_DAYS_MOST * 24 * 60) && sent <= dueAt;
}

/** The status that the learner has chosen, or else the one that follows from their last run. */
async function statusOf(
  { db }: Act,
  key: WorkKey,
  { responseStatus, learningNotes }: RespondInput,
): Promise<ResponseStatus> {
  if (responseStatus) return responseStatus;
  const run = await lastRun(db, key);
  const follows = run && statusOfRun(run);
  if (!follows) throw badField("responseStatus", "Status is required.");
  if (follows !== "solved" && !learningNotes) {
    throw badField("learningNotes", DESCRIBE_PROBLEM_MESSAGE);
  }
  return follows;
}

type HandedIn = {
  responseStatus: ResponseStatus;
  studentSolutionSource: string | null;
  language: Language | null;
};

/** The run of the handed-in code. What counts as solved is verified: a status is only a claim. */
async function runOf(
  act: Act,
  key: WorkKey,
  { responseStatus, studentSolutionSource, language }: HandedIn,
): Promise<string | null> {
  const { db, me, now, parts, afterwards } = act;
  const read = source.safeParse(studentSolutionSource);
  if (!read.success || language === null) return null;
  const known = await runWithSource(db, key, { source: read.data, language });
  if (responseStatus !== "solved" || !parts.judging.isOn) return known?.id ?? null;
  const [question] = await db.select(pick(assignments, "testCases", "judge", "updatedAt")).from(
    assignments,
  ).where(eq(assignments.id, key.assignmentId));
  if (!question || question.testCases.length === 0) return known?.id ?? null;
  if (known?.verifiedAt && known.verifiedAt > question.updatedAt) return known.id;
  const id = known?.id ?? newId();
  const settings = inLanguage(question.judge, language);
  if (known) await db.update(runs).set(UNVERIFIED).where(eq(runs.id, id));
  else {
    await db.insert(runs).values({
      ...{ id, ...key, source: read.data, settings, origin: "server" },
      passed: 0,
      total: visibleCases(question.testCases).length,
      verificationState: "waiting",
      ...{ ranAt: now, createdAt: now },
    });
  }
  await addJob(db, { id, personId: me._id, now });
  await announceRun(act, id);
  afterwards.push(parts.judging.nudge);
  return id;
}

const announceRun = async (act: Act, id: string): Promise<void> =>
  announce(act, "run.verified", ["staff", userRoom(act.me._id)], await cardOfRun(act.db, id));

/** The code of a new attempt is verified in place of the code of the attempt before. */
async function withdrawRun(act: Act, id: string): Promise<void> {
  if (!await withdrawJob(act.db, id)) return;
  await act.db.update(runs).set({ verificationState: "none" }).where(eq(runs.id, id));
  await announceRun(act, id);
}
