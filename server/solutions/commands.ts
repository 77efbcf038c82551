/** Commands that write a solution, record that a learner gave up, and store feedback. */
import { eq, sql } from "drizzle-orm";
import { assignmentCard, roomsOfReaders } from "../assignments/queries.ts";
import { assignments } from "../assignments/tables.ts";
import { notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { lockResponse } from "../reviews/queries.ts";
import {
  checkReadable,
  ownFeedback,
  solutionForFeedback,
  solutionOf,
  visibleSolution,
} from "./queries.ts";
import type { Feedback, Solution, SolutionInput } from "./schema.ts";
import { feedbacks, giveUps, solutions } from "./tables.ts";

/** Creates or replaces the assignment's solution. */
export async function write(
  act: Act,
  assignmentId: string,
  { input, html }: { input: SolutionInput; html: string },
): Promise<Solution> {
  const { db, me, now } = act;
  // The assignment's row is locked, since the solution may not exist yet.
  const [assignment] = await db.select({ title: assignments.title }).from(assignments)
    .where(eq(assignments.id, assignmentId)).for("update");
  if (!assignment) throw notFound("This assignment");
  const before = await solutionOf(act, assignmentId);
  if (input.version !== undefined && before && before.version !== input.version) {
    throw stale(before);
  }
  const written = {
    title: input.title || before?.title || assignment.title,
    content: html,
    contentSource: input.content,
    lastModifiedById: me._id,
    updatedAt: now,
  };
  await db.insert(solutions)
    .values({ id: newId(), assignmentId, ...written, createdById: me._id, createdAt: now })
    .onConflictDoUpdate({
      target: solutions.assignmentId,
      set: { ...written, version: sql`solutions.version + 1` },
    });
  const card = await assignmentCard(db, assignmentId);
  // The card contains only whether the solution is visible. A hidden solution concerns only staff.
  announce(
    act,
    "assignment.saved",
    card.solutionVisible ? await roomsOfReaders(db, card) : ["staff"],
    card,
  );
  return await visibleSolution(act, assignmentId);
}

/** Shows the solution to a learner. The first look is recorded as giving up. */
export async function view(act: Act, assignmentId: string): Promise<Solution> {
  const { db, me, now } = act;
  await lockResponse(db, { assignmentId, studentId: me._id });
  const { termId } = await checkReadable(act, assignmentId, { lock: true });
  const [first] = termId !== null ? [] : await db.insert(giveUps)
    .values({ assignmentId, studentId: me._id, gaveUpAt: now })
    .onConflictDoNothing().returning({ gaveUpAt: giveUps.gaveUpAt });
  if (first) {
    announce(act, "solution.viewed", ["staff", userRoom(me._id)], {
      assignmentId,
      student: { _id: me._id, name: me.name },
      gaveUpAt: first.gaveUpAt,
    });
  }
  return await visibleSolution(act, assignmentId);
}

export async function giveFeedback(
  act: Act,
  solutionId: string,
  { feedback }: { feedback: string },
): Promise<Feedback> {
  const { db, me, now } = act;
  const { assignmentId } = await solutionForFeedback(act, solutionId);
  await db.insert(feedbacks)
    .values({ solutionId, studentId: me._id, feedback, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [feedbacks.solutionId, feedbacks.studentId],
      set: { feedback, updatedAt: now },
    });
  const given = await ownFeedback(act, solutionId);
  announce(act, "solution.feedback", ["staff", userRoom(me._id)], {
    ...given,
    assignmentId,
    solutionId,
  });
  return given;
}
