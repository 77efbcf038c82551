/** Reads who looks at a program together. */
import { and, eq, gt, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { can as canRead } from "../doubts/policy.ts";
import { doubts } from "../doubts/tables.ts";
import { forbidden, notFound } from "../kit/core/errors.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import type { Act } from "../live/outbox.ts";
import { people } from "../people/tables.ts";
import { doubtPolicy } from "../threads/queries.ts";
import { can } from "./policy.ts";
import type { Together } from "./schema.ts";
import { togethers } from "./tables.ts";

const mentor = alias(people, "mentor");

/** Selects the rows whose time is not over. */
async function select(db: Reader, now: string, which: SQL): Promise<Together[]> {
  const rows = await db.select({
    _id: togethers.id,
    doubtId: togethers.doubtId,
    assignmentId: doubts.assignmentId,
    student: { _id: people.id, name: people.name, role: people.role },
    mentor: { _id: mentor.id, name: mentor.name, role: mentor.role },
    ...pick(togethers, "askedById", "state", "until"),
  }).from(togethers)
    .innerJoin(doubts, eq(doubts.id, togethers.doubtId))
    .innerJoin(people, eq(people.id, doubts.studentId))
    .leftJoin(mentor, eq(mentor.id, togethers.mentorId))
    .where(and(which, gt(togethers.until, now)));
  return rows.map(({ askedById, ...row }) => ({
    ...row,
    askedBy: askedById === row.student._id ? "student" as const : "mentor" as const,
  }));
}

export async function togetherOf(
  { db, now }: Pick<Ask, "db" | "now">,
  doubtId: string,
): Promise<Together | null> {
  return (await select(db, now, eq(togethers.doubtId, doubtId)))[0] ?? null;
}

export const togethersOf = ({ db, now, me }: Ask): Promise<Together[]> =>
  select(db, now, or(eq(togethers.askedById, me._id), eq(togethers.mentorId, me._id)) as SQL);

/** @throws Refusal 404 for a doubt that the asker may not read, 403 for a classmate */
export async function visibleTogether(asker: Ask, doubtId: string): Promise<Together | null> {
  const [doubt, one] = await Promise.all([
    doubtPolicy(asker.db, doubtId),
    togetherOf(asker, doubtId),
  ]);
  refuseOthers(asker.me, doubt);
  return one;
}

/** @throws Refusal 404 for a doubt that the asker may not read, 403 for a classmate */
export async function lockDoubt({ db, me }: Act, id: string): Promise<Thread> {
  return refuseOthers(me, await doubtPolicy(db, id, "update"));
}

type Thread = NonNullable<Awaited<ReturnType<typeof doubtPolicy>>>;

function refuseOthers(me: Me, doubt: Thread | undefined): Thread {
  if (!doubt || !canRead.read(me, doubt)) throw notFound("This doubt");
  if (!can.see(me, doubt)) throw forbidden(NOT_YOURS);
  return doubt;
}

const NOT_YOURS = "Only the owner of the doubt and mentors look at its program together.";

/** Returns a check of who may send edits: the two people of a session that both agreed to. */
export async function whoMayJoin(db: Reader, id: string): Promise<(me: Me) => boolean> {
  const now = new Date().toISOString();
  const [one] = await select(db, now, and(eq(togethers.id, id), eq(togethers.state, "on")) as SQL);
  return (me) => one !== undefined && can.join(me, one);
}
