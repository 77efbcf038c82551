/** Reads a solution, the feedback on it, and the learners who gave up. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { can as canDo } from "../assignments/policy.ts";
import { assignees, assignments } from "../assignments/tables.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { notFound, Refusal } from "../kit/core/errors.ts";
import type { Ask } from "../kit/http/guard.ts";
import { isStaff } from "../kit/core/roles.ts";
import { people } from "../people/tables.ts";
import { can } from "./policy.ts";
import { type Feedback, type GiveUp, HIDDEN, MISSING, type Solution } from "./schema.ts";
import { feedbacks, giveUps, solutions } from "./tables.ts";

const writer = alias(people, "writer");
const editor = alias(people, "editor");

const columns = {
  _id: solutions.id,
  ...pick(solutions, "assignmentId", "title", "content", "contentSource"),
  published: assignments.solutionVisible,
  createdBy: { _id: writer.id, name: writer.name, role: writer.role },
  lastModifiedBy: { _id: editor.id, name: editor.name, role: editor.role },
  ...pick(solutions, "createdAt", "updatedAt", "version"),
};

const selectSolutions = (db: Reader) =>
  db.select(columns).from(solutions)
    .innerJoin(assignments, eq(assignments.id, solutions.assignmentId))
    .innerJoin(writer, eq(writer.id, solutions.createdById))
    .innerJoin(editor, eq(editor.id, solutions.lastModifiedById));

const selectFeedback = (db: Reader) =>
  db.select({
    student: { _id: people.id, name: people.name },
    ...pick(feedbacks, "feedback", "createdAt", "updatedAt"),
  }).from(feedbacks).innerJoin(people, eq(people.id, feedbacks.studentId));

const toSolution = (
  { contentSource, ...row }: Awaited<ReturnType<typeof selectSolutions>>[number],
  feedback: Feedback[],
  me: Ask["me"],
): Solution => ({
  ...row,
  ...(isStaff(me) && { contentSource }),
  feedback,
  userId: row.createdBy._id,
});

/** The assignment's solution; null when there is none, or none that the asker may see. */
export async function solutionOf(
  { db, me }: Ask,
  assignmentId: string,
): Promise<Solution | null> {
  const [[row], feedback] = await Promise.all([
    selectSolutions(db).where(eq(solutions.assignmentId, assignmentId)),
    selectFeedback(db).innerJoin(solutions, eq(solutions.id, feedbacks.solutionId))
      .where(and(
        eq(solutions.assignmentId, assignmentId),
        isStaff(me) ? undefined : eq(feedbacks.studentId, me._id),
      ))
      .orderBy(...newestFirst(feedbacks.updatedAt, feedbacks.studentId)),
  ]);
  return row && can.read(me, row) ? toSolution(row, feedback, me) : null;
}

/** For an asker who could see it before. @throws Refusal 403 when it has been hidden since */
export async function visibleSolution(ask: Ask, assignmentId: string): Promise<Solution> {
  const solution = await solutionOf(ask, assignmentId);
  if (!solution) throw hidden();
  return solution;
}

/** The columns of a solution and its assignment that the policies need. */
const policyColumns = {
  assignmentId: assignments.id,
  ...pick(assignments, "distributionTag", "termId", "audience"),
  published: assignments.solutionVisible,
  solutionId: solutions.id,
};

const isAssigned = (me: Ask["me"]): SQL<boolean> =>
  sql<boolean>`exists (
    select 1 from ${assignees}
    where ${assignees.assignmentId} = ${assignments.id} and ${assignees.studentId} = ${me._id})`;

const maySeeAssignment = (
  me: Ask["me"],
  { isAssigned, ...row }: Parameters<typeof canDo.read>[1] & { isAssigned: boolean },
): boolean => canDo.read(me, { ...row, assignedTo: isAssigned ? [{ _id: me._id }] : [] });

/**
 * Checks that the asker may see the assignment's solution, and returns when they first looked at
 * it.
 * @param lock in a transaction: prevents that it is hidden meanwhile
 * @throws Refusal 404 `not-found` or `solution.missing`, 403 `solution.hidden`
 */
export async function checkReadable(
  { db, me }: Ask,
  assignmentId: string,
  { lock = false } = {},
) {
  const select = db
    .select({ ...policyColumns, isAssigned: isAssigned(me), gaveUpAt: giveUps.gaveUpAt })
    .from(assignments)
    .leftJoin(solutions, eq(solutions.assignmentId, assignments.id))
    .leftJoin(
      giveUps,
      and(eq(giveUps.assignmentId, assignments.id), eq(giveUps.studentId, me._id)),
    )
    .where(eq(assignments.id, assignmentId));
  const [row] = await (lock ? select.for("share", { of: assignments }) : select);
  if (!row || !maySeeAssignment(me, row)) throw notFound("This assignment");
  if (row.solutionId === null) throw new Refusal(404, "solution.missing", MISSING);
  if (!can.read(me, row)) throw hidden();
  return row;
}

/** Not hidden until the transaction ends. @throws Refusal 404, or 403 `solution.hidden` */
export async function solutionForFeedback({ db, me }: Ask, id: string) {
  const [row] = await db.select({ ...policyColumns, isAssigned: isAssigned(me) }).from(solutions)
    .innerJoin(assignments, eq(assignments.id, solutions.assignmentId))
    .where(eq(solutions.id, id)).for("share", { of: assignments });
  if (!row || !maySeeAssignment(me, row)) throw notFound("This solution");
  if (!can.giveFeedback(me, row)) throw hidden();
  return row;
}

export const hidden = (): Refusal => new Refusal(403, "solution.hidden", HIDDEN);

export async function ownFeedback({ db, me }: Ask, solutionId: string): Promise<Feedback> {
  const [row] = await selectFeedback(db)
    .where(and(eq(feedbacks.solutionId, solutionId), eq(feedbacks.studentId, me._id)));
  if (!row) throw notFound("This feedback");
  return row;
}

/** Who gave up on an assignment: all for staff, only themselves for a learner. */
export function giveUpsOn({ db, me }: Ask, assignmentId: string): Promise<GiveUp[]> {
  return db.select({
    student: { _id: people.id, name: people.name },
    gaveUpAt: giveUps.gaveUpAt,
  }).from(giveUps).innerJoin(people, eq(people.id, giveUps.studentId))
    .where(and(
      eq(giveUps.assignmentId, assignmentId),
      isStaff(me) ? undefined : eq(giveUps.studentId, me._id),
    ))
    .orderBy(giveUps.gaveUpAt, giveUps.studentId);
}
