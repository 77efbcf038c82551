/** Due dates: what is stored of one, and what a changed one means for responses that came late. */
import { and, eq, lte } from "drizzle-orm";
import { instantOf, later } from "../../kit/core/clock.ts";
import { badField } from "../../kit/core/errors.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { itemsOf } from "../../reviews/queries.ts";
import { assignmentCard } from "../queries.ts";
import { type DistributionTag, DUE_DAYS_MOST, type DueInput } from "../schema.ts";
import { attempts, responses } from "../tables.ts";

const NOT_BEFORE = "The due date must be after the time at which it appears.";
const ONLY_GIVEN_OUT = "Only an assignment that is given out has a due date.";
const IN_THE_PAST = "The due date must be in the future.";
const TOO_FAR = "The due date must be within two years.";

type Before = {
  distributionTag: DistributionTag;
  dueAt: string | null;
  /** While it is prepared. */
  appearsAt?: string | null | undefined;
};

/** The columns of a due date that is set, changed or ended. One that stays may be in the past. */
export function dueColumns(
  { now, zone }: Act,
  { dueAt, lateRule }: DueInput,
  { distributionTag, dueAt: before, appearsAt = null }: Before,
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
