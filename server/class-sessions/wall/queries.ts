/** Reads the wall of the running class session, and checks the code of its link. */
import { and, count, eq, gt, inArray, isNotNull, isNull, min, sql } from "drizzle-orm";
import { visibleCases } from "../../assignments/policy.ts";
import { assignments, isOfWork, responses } from "../../assignments/tables.ts";
import * as cpp from "../../cpp/explanations/explain.ts";
import { doubts } from "../../doubts/tables.ts";
import { notFound, Refusal } from "../../kit/core/errors.ts";
import type { Actor } from "../../kit/core/roles.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Limits } from "../../kit/limits/limits.ts";
import type { Tokens } from "../../kit/security/tokens.ts";
import { people } from "../../people/tables.ts";
import { newestQuickQuestion } from "../../quick-questions/queries.ts";
import { quickQuestionAnswers } from "../../quick-questions/tables.ts";
import * as python from "../../python/explanations/syntax.ts";
import type { Failure } from "../../runs/schema.ts";
import { runs } from "../../runs/tables.ts";
import { pick } from "../../kit/db/columns.ts";
import { runSettings } from "../../languages/program_files.ts";
import { classSessionSigns } from "../map/tables.ts";
import type { Audience } from "../../sections/policy.ts";
import { isInSections } from "../../sections/queries.ts";
import { splitRunning } from "../policy.ts";
import { runningClassSessions } from "../queries.ts";
import type { ClassSession } from "../schema.ts";
import { classSessions } from "../tables.ts";
import {
  type FailureGroup,
  isQuickQuestionShown,
  quickQuestionShownUntil,
  wallViewOf,
} from "./policy.ts";
import { CODE_MOST, type WallLink, type WallSteps, type WallView } from "./schema.ts";

/** Crockford's 32 characters: none of them is mistaken for another one. */
const CHARACTERS = "0123456789abcdefghjkmnpqrstvwxyz";
/** A code has 60 bits: short enough to type, and too many to guess in six hours. */
const CODE_LENGTH = 12;
const CODE = new RegExp(`^[${CHARACTERS}]{${CODE_LENGTH}}$`);

/** Returns the code of a link, which only this secret can compute, in groups of four. */
export function wallCode(
  { hashCode }: Pick<Tokens, "hashCode">,
  { classSessionId, linkId }: { classSessionId: string; linkId: string },
): string {
  const bytes = Uint8Array.fromHex(hashCode("wall code", classSessionId, linkId));
  const code = [...bytes.subarray(0, CODE_LENGTH)].map((byte) => CHARACTERS[byte % 32]).join("");
  return code.match(/.{4}/g)?.join("-") ?? code;
}

/** Returns the hash of a code as it is stored; null for what cannot be a code. */
export function wallHash({ hashCode }: Pick<Tokens, "hashCode">, code: string): string | null {
  if (code.length > CODE_MOST) return null;
  const plain = code.toLowerCase().replace(/[\s-]/g, "");
  return CODE.test(plain) ? hashCode("wall", "", plain) : null;
}

type At = { db: Reader; now: string };

/**
 * Returns the class session whose wall this code opens. A right code always opens it: strangers
 * behind the same address cannot lock it.
 * @throws Refusal 403 when the code is wrong, was taken back, or its class session is over; 429
 *   after too many wrong ones
 */
export async function classSessionOfLink(
  { db, now, tokens, limits }: At & { tokens: Pick<Tokens, "hashCode">; limits: Limits },
  code: string,
  address: string,
): Promise<string> {
  const hash = wallHash(tokens, code);
  const [row] = hash === null ? [] : await db.select({ id: classSessions.id }).from(classSessions)
    .where(
      and(
        eq(classSessions.wallHash, hash),
        isNull(classSessions.endedAt),
        gt(classSessions.endsAt, now),
      ),
    );
  if (row) return row.id;
  await limits.take("link", address);
  throw new Refusal(403, "wall.link", "This link does not work any more. Ask for a new one.");
}

/** Returns the link of a class session, or null. */
export async function linkOf(db: Reader, id: string): Promise<WallLink | null> {
  const [row] = await db.select({
    madeAt: classSessions.wallMadeAt,
    by: { _id: people.id, name: people.name, role: people.role },
  }).from(classSessions).leftJoin(people, eq(people.id, classSessions.wallMadeById)).where(
    eq(classSessions.id, id),
  );
  if (!row) throw notFound("This class session");
  return row.madeAt && row.by ? { madeAt: row.madeAt, by: row.by } : null;
}

/**
 * Reads the wall of a class session; without one, of that of the asker's own sections.
 * @throws Refusal 404 when it does not run
 */
export async function readWall(
  { me, ...at }: At & { me: Actor | null },
  classSessionId: string | undefined,
): Promise<WallView> {
  const running = await runningClassSessions(at);
  const { classSession: own, others: [other] } = splitRunning(me, running);
  const classSession = classSessionId === undefined
    ? own ?? other
    : running.find(({ _id }) => _id === classSessionId);
  if (!classSession) throw notFound("A running class session");
  return await wallOf(at, classSession);
}

/** How far the students are on each question, in numbers. @param sections of whom; null: of all */
export async function countsOf(db: Reader, classSession: ClassSession, sections: Audience = null) {
  const mine = and(
    eq(classSessionSigns.classSessionId, classSession._id),
    inArray(classSessionSigns.assignmentId, idsOf(classSession)),
    isInSections(sql`${classSessionSigns.studentId}`, sections),
  );
  const [[all], counts] = await Promise.all([
    db.select({ students: sql<number>`count(distinct ${classSessionSigns.studentId})::int` })
      .from(classSessionSigns).where(mine),
    db.select({
      assignmentId: classSessionSigns.assignmentId,
      opened: count(),
      ran: count(classSessionSigns.ranAt),
      solved: sql<number>`count(*) filter (
        where ${isNotNull(classSessionSigns.solvedAt)} or ${isNotNull(responses.studentId)})::int`,
    }).from(classSessionSigns).leftJoin(responses, isSolvedResponse).where(mine)
      .groupBy(classSessionSigns.assignmentId),
  ]);
  const known = new Map(counts.map((row) => [row.assignmentId, row]));
  return {
    students: all?.students ?? 0,
    counts: idsOf(classSession).map((id) =>
      known.get(id) ?? { assignmentId: id, opened: 0, ran: 0, solved: 0 }
    ),
  };
}

const idsOf = ({ questions }: ClassSession): string[] => questions.map(({ _id }) => _id);

const isSolvedResponse = and(
  isOfWork(responses, classSessionSigns),
  eq(responses.responseStatus, "solved"),
);

async function wallOf({ db, now }: At, classSession: ClassSession): Promise<WallView> {
  const [{ students, counts }, failing, [waiting], quickQuestion, steps] = await Promise.all([
    countsOf(db, classSession, classSession.wallSections),
    failingOf(db, classSession),
    db.select({ count: count(), since: min(doubts.waitingSince) }).from(doubts)
      .where(and(
        inArray(doubts.assignmentId, idsOf(classSession)),
        isNotNull(doubts.turn),
        isInSections(sql`${doubts.studentId}`, classSession.wallSections ?? classSession.audience),
      )),
    wallQuickQuestion({ db, now }, classSession),
    stepsOf({ db, now }, classSession._id),
  ]);
  return wallViewOf({
    classSession,
    students,
    counts,
    failing,
    waiting: { count: waiting?.count ?? 0, since: waiting?.since ?? null },
    quickQuestion,
    steps,
  });
}

/** The program whose steps are on the wall, without its author; null if one of them is hidden. */
export async function stepsOf({ db, now }: At, classSessionId: string): Promise<WallSteps | null> {
  const [row] = await db.select({
    shown: classSessions.wallStep,
    source: runs.source,
    settings: runs.settings,
    ...pick(assignments, "title", "testCases", "givenFiles", "fileName"),
  }).from(classSessions)
    .innerJoin(runs, eq(runs.id, sql`(${classSessions.wallStep} ->> 'runId')::uuid`))
    .innerJoin(assignments, eq(assignments.id, runs.assignmentId))
    .where(and(eq(classSessions.id, classSessionId), isNotNull(classSessions.wallStep)));
  if (!row?.shown || row.shown.until <= now) return null;
  const { shown, testCases, givenFiles, fileName, ...program } = row;
  const { case: number = null, input = "", step, until } = shown;
  const one = number === null ? null : visibleCases(testCases)[number - 1];
  if (one === undefined) return null;
  return {
    ...program,
    settings: runSettings({
      judge: program.settings,
      givenFiles: givenFiles.filter(({ hidden }) => hidden !== true),
      fileName,
    }),
    case: number,
    input: one === null ? input : one.input ?? "",
    ...(one?.call !== undefined && { call: one.call }),
    expected: one?.output ?? null,
    step,
    until,
  };
}

async function wallQuickQuestion({ db, now }: At, classSession: ClassSession) {
  const quickQuestion = await newestQuickQuestion(db, { classSessionId: classSession._id, now });
  if (quickQuestion === null || !isQuickQuestionShown(quickQuestion, { classSession, now })) {
    return null;
  }
  return {
    ...pick(quickQuestion, "_id", "text", "options", "program", "again"),
    ...pick(quickQuestion, "closesAt", "isTimed", "closedAt", "result"),
    answers: await db.$count(
      quickQuestionAnswers,
      eq(quickQuestionAnswers.quickQuestionId, quickQuestion._id),
    ),
    until: quickQuestionShownUntil(quickQuestion),
  };
}

/** How the newest runs fail of those who have not solved it; what a server found goes first. */
async function failingOf(db: Reader, classSession: ClassSession): Promise<FailureGroup[]> {
  const rows = await db.select({
    assignmentId: classSessionSigns.assignmentId,
    size: count(),
    failure: sql<Failure>`(array_agg(${classSessionSigns.failure}
      order by ${classSessionSigns.failure} ->> 'verified', ${classSessionSigns.ranAt}))[1]`,
  }).from(classSessionSigns).leftJoin(responses, isSolvedResponse)
    .where(and(
      eq(classSessionSigns.classSessionId, classSession._id),
      isNotNull(classSessionSigns.failure),
      isNull(classSessionSigns.solvedAt),
      isNull(responses.studentId),
      isInSections(sql`${classSessionSigns.studentId}`, classSession.wallSections),
    ))
    .groupBy(classSessionSigns.assignmentId, sql`${classSessionSigns.failure} ->> 'key'`);
  return rows.map(withSentence);
}

const explained = (message: string): string | null =>
  cpp.explainKind(message) ?? python.explainKind(message);

/** Adds the server's sentence for a compiler message. */
export const withSentence = (row: Omit<FailureGroup, "sentence">): FailureGroup => ({
  ...row,
  sentence: row.failure.kind === "compile" ? explained(row.failure.message ?? "") : null,
});
