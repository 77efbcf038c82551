/** Gives assignments out, and what every change of one shares. `write` creates and edits them. */
import { and, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import { isOpenToClass } from "../doubts/policy.ts";
import { announceCard, selectDoubts, toCard } from "../doubts/queries.ts";
import { doubts } from "../doubts/tables.ts";
import { appearance, refuseTooMany } from "../kit/core/appearance.ts";
import { instantOf, later } from "../kit/core/clock.ts";
import { badField, notFound, stale } from "../kit/core/errors.ts";
import { batches } from "../kit/db/batches.ts";
import { pick } from "../kit/db/columns.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { itemsOf } from "../reviews/queries.ts";
import type { Audience } from "../sections/policy.ts";
import { chosenAudience, roomsFor } from "../sections/queries.ts";
import { announceAccess, announceNarrowed } from "../sections/writes.ts";
import { homeworkCard } from "./lists/queries.ts";
import { isGeneral } from "./policy.ts";
import { assignmentCard, assignmentDetail, roomsOfReaders } from "./queries.ts";
import {
  type AssignInput,
  type Assignment,
  type AssignmentCard,
  assignmentTagOf,
  type DistributionInput,
  type DistributionTag,
  DUE_DAYS_MOST,
  type DueInput,
  type Plan,
} from "./schema.ts";
import { assignees, assignments, attempts, responses } from "./tables.ts";

type Publication = Pick<typeof assignments.$inferInsert, "givenOutAt" | "appearsAt" | "plan"> & {
  distributionTag: DistributionTag;
};

/** The columns that give an assignment out now, or that prepare it for the `wanted` time. */
export async function givenColumns(
  act: Act,
  wanted: string | undefined,
  { distributionTag, assignedTo }: { distributionTag: DistributionTag; assignedTo: string[] },
): Promise<Publication> {
  const { db, me, now } = act;
  const none = { appearsAt: null, plan: null };
  if (wanted === undefined) {
    return { distributionTag, givenOutAt: distributionTag === "central" ? null : now, ...none };
  }
  if (!isPlannable(distributionTag)) throw badField("appearsAt", NO_WAY);
  const appearsAt = appearance(wanted, act);
  await takeLock(db, "prepared", "questions");
  refuseTooMany(await db.$count(assignments, isNotNull(assignments.appearsAt)), "questions");
  const plan = { distributionTag, assignedTo, byId: me._id };
  return { distributionTag: "central", givenOutAt: null, appearsAt, plan };
}

const isPlannable = (tag: DistributionTag): tag is Plan["distributionTag"] =>
  ["hw", "cw", "practice", "personal"].includes(tag);

const NO_WAY = "Choose how it is given out at that time.";
const GIVEN_OUT = "It has been given out already.";

/** Distributes it as homework, practice or classwork: now, or at a time if nobody has it yet. */
export async function distribute(
  act: Act,
  id: string,
  { distributionTag, version, appearsAt: wanted, audience, ...due }: DistributionInput,
): Promise<Assignment> {
  const before = await lockAssignment(act, id, version);
  const more = await audienceColumns(act, before, audience);
  if (wanted !== undefined) {
    await prepare(act, { id, before }, { distributionTag, assignedTo: [], wanted, due }, more);
    return await assignmentDetail(act, id);
  }
  await giveToClass(act, { id, before }, { distributionTag, ...due }, more);
  if (due.dueAt !== undefined || due.lateRule !== undefined) await forgiveInTime(act, id);
  return await assignmentDetail(act, id);
}

type Before = { id: string; before: LockedAssignment };

/** Prepares an assignment that nobody has yet, in place of what was prepared before. */
async function prepare(
  act: Act,
  { id, before }: Before,
  { wanted, due, ...how }: {
    distributionTag: Plan["distributionTag"];
    assignedTo: string[];
    wanted: string;
    due: DueInput;
  },
  more: { audience?: string[] | null } = {},
): Promise<void> {
  if (before.distributionTag !== "central") throw badField("appearsAt", GIVEN_OUT);
  const given = await givenColumns(act, wanted, how);
  const dueAt = due.dueAt ?? (due.dueAt === undefined ? before.dueAt : null);
  await update(act, id, {
    ...more,
    ...given,
    ...dueColumns(act, { ...due, dueAt }, { ...given, dueAt: null }),
  });
  await announceSaved(act, id);
}

/** Gives the assignment to the class now. @param more further columns */
export async function giveToClass(
  act: Act,
  { id, before }: Before,
  { distributionTag, ...due }: DueInput & { distributionTag: "hw" | "cw" | "practice" },
  more: { createdAt?: string; audience?: string[] | null } = {},
): Promise<void> {
  // Given out again, an earlier due date has ended.
  const hasEnded = before.dueAt !== null && before.dueAt <= act.now;
  const { dueAt = hasEnded ? null : undefined, lateRule } = due;
  await update(act, id, {
    ...more,
    distributionTag,
    givenOutAt: act.now,
    appearsAt: null,
    plan: null,
    ...dueColumns(act, { dueAt, lateRule }, { distributionTag, dueAt: before.dueAt }),
  });
  const { audience } = await announceSaved(act, id);
  if (!isGeneral(before) || audience) await announceDoubts(act, id);
  const shown = assignmentTagOf(distributionTag);
  announce(
    act,
    "homework.changed",
    roomsFor(audience, "home"),
    shown === "HW" || shown === "CW" ? await homeworkCard(act.db, id) : { _id: id, removed: true },
  );
}

/** Assigns it personally to these learners, in place of those who had it. */
export async function assignPersonally(
  act: Act,
  id: string,
  { assignedTo, version, appearsAt, ...due }: AssignInput,
): Promise<Assignment> {
  const before = await lockAssignment(act, id, version);
  const learners = await studentsOf(act, assignedTo, id);
  if (appearsAt === undefined) {
    await giveToStudents(act, { id, before }, { learners, due });
    if (due.dueAt !== undefined || due.lateRule !== undefined) await forgiveInTime(act, id);
  } else {
    const how = {
      distributionTag: "personal" as const,
      assignedTo: learners.map(({ _id }) => _id),
    };
    await prepare(act, { id, before }, { ...how, wanted: appearsAt, due });
  }
  return await assignmentDetail(act, id);
}

/** Assigns it to these learners now, in place of those that it was assigned to before. */
export async function giveToStudents(
  act: Act,
  { id, before }: Before,
  { learners, due }: { learners: Student[]; due: DueInput },
  more: { createdAt?: string } = {},
): Promise<void> {
  const { db, me, now } = act;
  const wanted = learners.map(({ _id }) => _id);
  const isCentral = before.distributionTag === "central";
  const distributionTag = isCentral ? "personal" : before.distributionTag;
  const [removed] = await Promise.all([
    db.delete(assignees)
      .where(and(eq(assignees.assignmentId, id), notInArray(assignees.studentId, wanted)))
      .returning({ studentId: assignees.studentId }),
    wanted.length > 0 &&
    db.insert(assignees).values(wanted.map((studentId) => ({ assignmentId: id, studentId })))
      .onConflictDoNothing(),
    update(act, id, {
      ...more,
      assignedById: me._id,
      ...(isCentral && { distributionTag, givenOutAt: now, appearsAt: null, plan: null }),
      ...dueColumns(act, due, { distributionTag, dueAt: before.dueAt }),
    }),
  ]);
  const card = await announceSaved(act, id);
  announceAssigned(act, card, learners);
  if (removed.length > 0) {
    const rooms = removed.map(({ studentId }) => userRoom(studentId));
    // Some of them may still see it, as members of a section.
    if (card.audience) announceAccess(act, rooms);
    else announce(act, "assignment.unassigned", rooms, { _id: id, visible: isGeneral(card) });
  }
}

type Student = { _id: string; name: string };

/** Returns the learners among these people. Who has the assignment `id` counts, too. */
export async function learnersAmong(
  { db }: Act,
  ids: readonly string[],
  id?: string,
): Promise<Student[]> {
  if (ids.length === 0) return [];
  const isLearner = and(inArray(people.role, ["student", "volunteer"]), isNull(people.deletedAt));
  const assigned = id && db.select({ id: assignees.studentId }).from(assignees)
    .where(eq(assignees.assignmentId, id));
  return await db.select({ _id: people.id, name: people.name }).from(people)
    .where(and(
      inArray(people.id, [...ids]),
      or(isLearner, assigned ? inArray(people.id, assigned) : undefined),
    ))
    .orderBy(people.name, people.id);
}

/**
 * Returns these learners.
 * @param id whoever has this assignment already may stay, also without an account or as a mentor
 * @throws Refusal 400 if one of them is not a learner of this class
 */
export async function studentsOf(
  act: Act,
  ids: readonly string[],
  id?: string,
): Promise<Student[]> {
  const wanted = [...new Set(ids)];
  const found = await learnersAmong(act, wanted, id);
  if (found.length < wanted.length) throw badField("assignedTo", NOT_A_STUDENT);
  return found;
}

/** The most students that one event names. */
const TOLD_AT_ONCE = 200;

export function announceAssigned(act: Act, card: AssignmentCard, students: Student[]): void {
  const assigned = { ...card, assignedBy: { name: act.me.name } };
  const rooms = students.map(({ _id }) => userRoom(_id));
  announce(act, "assignment.assigned", rooms, assigned);
  // In parts, so that no event is longer than an event may be: then it would name nobody.
  for (const assignedTo of students.length > 0 ? batches(students, TOLD_AT_ONCE) : [[]]) {
    announce(act, "assignment.assigned", ["staff"], { ...assigned, assignedTo });
  }
}

export async function showSolution(
  act: Act,
  id: string,
  { solutionVisible, version }: { solutionVisible: boolean; version?: number },
): Promise<Assignment> {
  await lockAssignment(act, id, version);
  await update(act, id, { solutionVisible });
  await announceSaved(act, id);
  return await assignmentDetail(act, id);
}

const NOT_A_STUDENT = "Not every one of these is a student of this class.";

export type LockedAssignment = Awaited<ReturnType<typeof lockAssignment>>;

/** @throws Refusal 404, or 409 when the caller's version is not the current one */
export async function lockAssignment(act: Act, id: string, version?: number) {
  const { db } = act;
  const [row] = await db.select({
    ...pick(assignments, "distributionTag", "givenOutAt", "dueAt", "appearsAt", "plan", "audience"),
    ...pick(assignments, "repoCategory", "questionType", "testCases", "judge", "version"),
    ...pick(assignments, "fileName", "givenFiles"),
  }).from(assignments).where(eq(assignments.id, id)).for("update");
  if (!row) throw notFound("This assignment");
  if (version !== undefined && version !== row.version) {
    throw stale(await assignmentDetail(act, id));
  }
  return row;
}

export async function update(
  { db, me, now }: Act,
  id: string,
  changes: Partial<typeof assignments.$inferInsert>,
): Promise<void> {
  await db.update(assignments).set({
    ...changes,
    lastModifiedById: me._id,
    updatedAt: now,
    version: sql`version + 1`,
  }).where(eq(assignments.id, id));
}

/** Announces its open doubts of this term: nobody could see them before it was given out. */
export async function announceDoubts(act: Act, id: string): Promise<void> {
  const rows = await selectDoubts(act.db, act.now)
    .where(and(eq(doubts.assignmentId, id), isNull(doubts.termId)));
  for (const card of rows.map(toCard).filter(isOpenToClass)) {
    announceCard(act, "doubt.opened", card);
  }
}

export async function announceSaved(act: Act, id: string): Promise<AssignmentCard> {
  const card = await assignmentCard(act.db, id);
  announce(act, "assignment.saved", await roomsOfReaders(act.db, card), card);
  return card;
}

/** Returns the column of a changed audience. Those who lose the assignment are told before it is. */
export async function audienceColumns(
  act: Act,
  before: { distributionTag: DistributionTag; audience: Audience },
  wanted: string[] | null | undefined,
): Promise<{ audience?: string[] | null }> {
  if (wanted === undefined) return {};
  const audience = await chosenAudience(act.db, wanted);
  if (isGeneral(before)) {
    await announceNarrowed(act, { before: before.audience, after: audience });
  }
  return { audience };
}

// Due dates

const NOT_BEFORE = "The due date must be after the time at which it appears.";
const ONLY_GIVEN_OUT = "Only an assignment that is given out has a due date.";
const IN_THE_PAST = "The due date must be in the future.";
const TOO_FAR = "The due date must be within two years.";

type DueBefore = {
  distributionTag: DistributionTag;
  dueAt: string | null;
  /** While it is prepared. */
  appearsAt?: string | null | undefined;
};

/** The columns of a due date that is set, changed or ended. One that stays may be in the past. */
export function dueColumns(
  { now, zone }: Act,
  { dueAt, lateRule }: DueInput,
  { distributionTag, dueAt: before, appearsAt = null }: DueBefore,
) {
  const columns = lateRule === undefined ? {} : { lateRule };
  if (dueAt === undefined) return columns;
  const wanted = dueAt === null ? null : instantOf(dueAt, { zone, field: "dueAt", before });
  if (wanted === null || wanted === before) return { ...columns, dueAt: wanted };
  if (distributionTag === "central" && !appearsAt) throw badField("dueAt", ONLY_GIVEN_OUT);
  if (appearsAt && wanted <= appearsAt) throw badField("dueAt", NOT_BEFORE);
  if (wanted <= now) throw badField("dueAt", IN_THE_PAST);
  if (wanted > later(now, DUE_DAYS_MOST * 24 * 60)) throw badField("dueAt", TOO_FAR);
  return { ...columns, dueAt: wanted };
}

/**
 * Takes away the "late" marks of responses and attempts that are in time under the due date and
 * the rule as they are now: the date is later or withdrawn, or late responses count like others.
 * A mark is only taken away here. A response that met the due date of its moment was in time, so an
 * earlier date or a stricter rule marks no earlier response; it applies to later ones. The
 * assignment is locked, so no response is written meanwhile, and each keeps its version: a review
 * or a response that is being written stays valid.
 */
export async function forgiveInTime(act: Act, id: string): Promise<void> {
  const { db, now } = act;
  const { dueAt, lateRule } = await assignmentCard(db, id);
  const inTime = (at: typeof responses.submittedAt | typeof attempts.createdAt) =>
    dueAt && lateRule !== "open" ? lte(at, dueAt) : undefined;
  const forgiven = { late: false, sentAt: null };
  const [students] = await Promise.all([
    db.update(responses).set(forgiven)
      .where(and(
        eq(responses.assignmentId, id),
        eq(responses.late, true),
        inTime(responses.submittedAt),
      ))
      .returning({ _id: responses.studentId }),
    db.update(attempts).set(forgiven).where(and(
      eq(attempts.assignmentId, id),
      eq(attempts.late, true),
      inTime(attempts.createdAt),
    )),
  ]);
  for (const item of await itemsOf({ db, now }, id, students.map(({ _id }) => _id))) {
    announce(act, "review.changed", ["staff", userRoom(item.student._id)], item);
  }
}
