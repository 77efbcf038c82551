/** Starts, changes and ends class sessions. */
import { and, between, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { assignments } from "../assignments/tables.ts";
import { doubts } from "../doubts/tables.ts";
import { countGroupAnswers } from "../groups/queries.ts";
import { instantOf, later } from "../kit/core/clock.ts";
import { badField, conflict, notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import type { Me } from "../kit/http/guard.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce } from "../live/outbox.ts";
import { quickQuestions } from "../quick-questions/tables.ts";
import { type Audience, haveCommon, isPartOf } from "../sections/policy.ts";
import { chosenAudience, isInSections, roomsFor } from "../sections/queries.ts";
import { announceNarrowed } from "../sections/writes.ts";
import { can } from "./policy.ts";
import { classSessionOf, lockClassSession, lockRunning, runningClassSessions } from "./queries.ts";
import {
  type ChangeInput,
  CLASS_SESSION_MINUTES,
  type ClassSession,
  type StartInput,
} from "./schema.ts";
import { classSessionQuestions, classSessions } from "./tables.ts";
import { countsOf } from "./wall/queries.ts";

/**
 * Each section has one running class session at most.
 * @throws Refusal 409 with the one that runs
 */
export async function start(act: Act, input: StartInput): Promise<ClassSession> {
  const { db, me, now } = act;
  const audience = await chosenAudience(db, input.audience);
  await checkQuestions(act, input.questions, audience);
  const endsAt = later(now, CLASS_SESSION_MINUTES);
  const countdownAt = countdownOf(act, input.countdownAt ?? null, { endsAt });
  await takeLock(db, "classSessions");
  await refuseWhileRunning(act, audience);
  const id = newId();
  // What a mentor shows their room begins with their own sections.
  const wallSections = audience ? null : [...me.sections ?? []];
  await db.insert(classSessions).values({
    id,
    startedById: me._id,
    startedAt: now,
    endsAt,
    countdownAt,
    audience,
    wallSections: wallSections?.length ? wallSections : null,
  });
  await writeQuestions(act, id, input.questions);
  return await announceClassSession(act, "classSession.started", id);
}

/** Changes what is given, and keeps the rest. @throws Refusal 409 when it is over */
export async function change(act: Act, id: string, input: ChangeInput): Promise<ClassSession> {
  const { db } = act;
  if (input.audience !== undefined) await takeLock(db, "classSessions");
  const before = await lockRunning(act, id);
  if (input.version !== undefined && input.version !== before.version) throw stale(before);
  const { audience: had = null } = before;
  const audience = input.audience === undefined ? had : await chosenAudience(db, input.audience);
  const ids = input.questions ?? before.questions.map(({ _id }) => _id);
  if (input.questions || input.audience !== undefined) await checkQuestions(act, ids, audience);
  if (input.audience !== undefined) await refuseWhileRunning(act, audience, id);
  if (input.questions) await writeQuestions(act, id, ids);
  const { countdownAt: wanted, shownId: shown = before.shownId } = input;
  if (input.shownId && !ids.includes(input.shownId)) {
    throw badField("shownId", "The wall shows a question of this class session.");
  }
  const countdownAt = wanted === undefined
    ? before.countdownAt
    : countdownOf(act, wanted, { endsAt: before.endsAt, before: before.countdownAt });
  const shownId = shown !== null && ids.includes(shown) ? shown : null;
  const wallSections = await wallSectionsOf(act, input, { before, audience });
  const version = before.version + 1;
  await db.update(classSessions).set({ audience, wallSections, countdownAt, shownId, version })
    .where(eq(classSessions.id, id));
  await announceNarrowed(act, { before: had, after: audience });
  return await announceClassSession(act, "classSession.changed", id);
}

/** Whose work the wall counts after a change: part of those whom the class session is for. */
async function wallSectionsOf(
  { db }: Act,
  { wallSections: wanted }: ChangeInput,
  { before, audience }: { before: ClassSession; audience: Audience },
): Promise<string[] | null> {
  if (wanted === undefined) {
    const { wallSections: had = null } = before;
    return had && isPartOf(had, audience) ? had : null;
  }
  const chosen = await chosenAudience(db, wanted, "wallSections");
  if (chosen && !isPartOf(chosen, audience)) {
    throw badField("wallSections", "The wall counts sections that this class session is for.");
  }
  return chosen;
}

/** @throws Refusal 409 if another class session runs for one of these sections */
async function refuseWhileRunning(act: Act, audience: Audience, own?: string): Promise<void> {
  const running = await runningClassSessions(act);
  const current = running.find((one) => one._id !== own && haveCommon(one.audience, audience));
  if (!current) return;
  const sentence = current.audience && !audience
    ? "A class session is running for some sections. Choose others, or end it first."
    : "A class session is running already.";
  throw conflict("classSession.running", sentence, { current });
}

/** Ends a class session. One that is over stays as it is. */
export async function end(act: Act, id: string): Promise<ClassSession> {
  const before = await lockClassSession(act.db, id);
  if (!before) throw notFound("This class session");
  return before.endedAt === null ? await close(act, before) : before;
}

/** Ends a class session whose time has passed, unless another server has it. */
export async function endDue(act: Act<null>, id: string): Promise<void> {
  const [due] = await act.db.select({ id: classSessions.id }).from(classSessions)
    .where(
      and(
        eq(classSessions.id, id),
        isNull(classSessions.endedAt),
        lte(classSessions.endsAt, act.now),
      ),
    )
    .for("update", { skipLocked: true });
  const classSession = due && await classSessionOf(act.db, id);
  if (classSession) await close(act, classSession);
}

/** A class session that was not ended in time ended when its time was over. */
async function close(act: Act<Me | null>, classSession: ClassSession): Promise<ClassSession> {
  const { _id, endsAt, version } = classSession;
  const endedAt = endsAt < act.now ? endsAt : act.now;
  const summary = await summaryOf(act.db, classSession, endedAt);
  // Its open quick question has no time left: the next round of `closeDue` tells the class.
  await act.db.update(quickQuestions).set({ closesAt: endedAt })
    .where(
      and(
        eq(quickQuestions.classSessionId, _id),
        isNull(quickQuestions.closedAt),
        gt(quickQuestions.closesAt, endedAt),
      ),
    );
  await act.db.update(classSessions)
    .set({
      endedAt,
      summary,
      wallHash: null,
      wallMadeAt: null,
      wallMadeById: null,
      wallStep: null,
      version: version + 1,
    })
    .where(eq(classSessions.id, _id));
  return await announceClassSession(act, "classSession.ended", _id);
}

async function announceClassSession(
  act: Act<Me | null>,
  type: "classSession.started" | "classSession.changed" | "classSession.ended",
  id: string,
): Promise<ClassSession> {
  const classSession = await classSessionOf(act.db, id);
  if (!classSession) throw new Error("the class session that was just written is missing");
  announce(act, type, roomsFor(classSession.audience), classSession);
  return classSession;
}

/** Everyone it is for may read them. @throws Refusal 400 naming a question they may not have */
async function checkQuestions({ db }: Act, ids: readonly string[], audience: Audience) {
  const rows = await db.select(pick(assignments, "id", "title", "distributionTag", "audience"))
    .from(assignments).where(inArray(assignments.id, [...ids]));
  const refuse = (sentence: string) => badField("questions", sentence);
  for (const [place, id] of ids.entries()) {
    const question = rows.find((row) => row.id === id);
    if (!question) throw refuse(`Question ${place + 1} does not exist any more.`);
    const { title } = question;
    if (!can.choose(question)) {
      throw refuse(`“${title}” is not given out to the class. Give it out first.`);
    }
    if (!isPartOf(audience, question.audience)) {
      throw refuse(
        `“${title}” is for some sections only. Choose no other sections than these.`,
      );
    }
  }
}

async function writeQuestions({ db }: Act, classSessionId: string, ids: readonly string[]) {
  await db.delete(classSessionQuestions).where(
    eq(classSessionQuestions.classSessionId, classSessionId),
  );
  await db.insert(classSessionQuestions)
    .values(ids.map((assignmentId, place) => ({ classSessionId, assignmentId, place })));
}

/** @throws Refusal 400 when the countdown ends in the past or after the class session */
function countdownOf(
  { now, zone }: Act,
  given: string | null,
  { endsAt, before = null }: { endsAt: string; before?: string | null },
): string | null {
  if (given === null) return null;
  const at = instantOf(given, { zone, field: "countdownAt", before });
  if (at === before) return at;
  if (at <= now) throw badField("countdownAt", "The countdown must end in the future.");
  if (at > endsAt) {
    throw badField("countdownAt", "The countdown must end within the six hours of the session.");
  }
  return at;
}

/** The results, computed once, when it ends. */
async function summaryOf(db: Reader, classSession: ClassSession, endedAt: string) {
  const ids = classSession.questions.map(({ _id }) => _id);
  const [{ students, counts }, raised, groupAnswers, asked] = await Promise.all([
    countsOf(db, classSession),
    db.$count(
      doubts,
      and(
        inArray(doubts.assignmentId, ids),
        between(doubts.createdAt, classSession.startedAt, endedAt),
        eq(doubts.mentorFirst, false),
        isInSections(sql`${doubts.studentId}`, classSession.audience),
      ),
    ),
    countGroupAnswers(db, {
      assignmentIds: ids,
      from: classSession.startedAt,
      to: endedAt,
      sections: classSession.audience,
    }),
    db.$count(quickQuestions, eq(quickQuestions.classSessionId, classSession._id)),
  ]);
  return { students, questions: counts, doubts: raised, groupAnswers, polls: asked };
}
