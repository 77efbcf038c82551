/** Gives out what was prepared: at its time, or now; or withdraws the plan. */
import { and, eq, lte } from "drizzle-orm";
import { conflict } from "../../kit/core/errors.ts";
import type { Me } from "../../kit/http/guard.ts";
import type { Act } from "../../live/outbox.ts";
import { people } from "../../people/tables.ts";
import {
  announceSaved,
  giveToClass,
  giveToStudents,
  learnersAmong,
  lockAssignment,
  type LockedAssignment,
  update,
} from "../commands.ts";
import { assignmentDetail } from "../queries.ts";
import type { Assignment, Plan } from "../schema.ts";
import { assignments } from "../tables.ts";

/** Gives a prepared assignment out now; nothing happens if it is out. @throws Refusal 409 */
export async function publish(act: Act, id: string): Promise<Assignment> {
  const before = await lockAssignment(act, id);
  if (before.plan !== null) await giveOut(act, { id, before, plan: before.plan });
  else if (before.distributionTag === "central") throw notScheduled();
  return await assignmentDetail(act, id);
}

/** Withdraws the plan: the question stays, and only staff see it. */
export async function withdraw(act: Act, id: string): Promise<Assignment> {
  const before = await lockAssignment(act, id);
  if (before.plan === null) throw notScheduled();
  await update(act, id, { appearsAt: null, plan: null, dueAt: null });
  await announceSaved(act, id);
  return await assignmentDetail(act, id);
}

const notScheduled = () => conflict("assignment.not-prepared", "This question is not scheduled.");

/** Gives out a prepared assignment whose time has come, unless another server has it. */
export async function appear(act: Act<null>, id: string): Promise<void> {
  const { db, now } = act;
  const [due] = await db.select({ plan: assignments.plan }).from(assignments)
    .where(and(eq(assignments.id, id), lte(assignments.appearsAt, now)))
    .for("update", { skipLocked: true });
  if (!due?.plan) return;
  const me = await planner(act, due.plan);
  const before = await lockAssignment({ ...act, me }, id);
  await giveOut({ ...act, me }, { id, before, plan: due.plan });
}

/** The person who prepared it gives it out, even if the account has been deleted since. */
async function planner({ db }: Act<null>, { byId }: Plan): Promise<Me> {
  const [person] = await db.select({ _id: people.id, name: people.name, role: people.role })
    .from(people).where(eq(people.id, byId));
  if (!person) throw new Error("the person who prepared an assignment is missing");
  return person;
}

/**
 * It counts as created now, so that it is the newest one in the lists. Students who have left the
 * class since do not get it. A due date that has passed while no server was running has ended.
 */
async function giveOut(
  act: Act,
  { plan, ...of }: { id: string; before: LockedAssignment; plan: Plan },
): Promise<void> {
  const more = { createdAt: act.now };
  const { distributionTag, assignedTo } = plan;
  if (distributionTag !== "personal") {
    return await giveToClass(act, of, { distributionTag }, more);
  }
  const learners = await learnersAmong(act, assignedTo);
  const hasEnded = of.before.dueAt !== null && of.before.dueAt <= act.now;
  await giveToStudents(act, of, { learners, due: hasEnded ? { dueAt: null } : {} }, more);
}
