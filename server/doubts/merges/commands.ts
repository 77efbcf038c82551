/** Merges a duplicate into another thread on the same question, and takes a merge back. */
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { later } from "../../kit/core/clock.ts";
import { badField, conflict, forbidden, notFound, Refusal } from "../../kit/core/errors.ts";
import { pick } from "../../kit/db/columns.ts";
import { refuseDuplicate } from "../../kit/db/failures.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { lockDoubt, refuseResolved } from "../commands.ts";
import { can, isOpenToClass } from "../policy.ts";
import { announceChanged, type DoubtRow, settledRow, withoutNameIn } from "../queries.ts";
import { MERGE_UNDO_MINUTES, type MergeInput } from "../schema.ts";
import { type BeforeMerge, doubts, sharers } from "../tables.ts";

/** Closes the duplicate; its owner and those who have it too follow the other. Repeatable. */
export async function merge(
  act: Act,
  id: string,
  { into, version }: MergeInput,
): Promise<DoubtRow> {
  const { db, now } = act;
  if (id === into) throw badField("into", "Choose another thread.");
  const { doubt, target } = await lockBoth(act, id, into, version);
  if (!can.merge(act.me)) throw forbidden();
  const [source, other] = [await rowOf(act, id), await rowOf(act, into)];
  if (source.mergedIntoId === into) return await settledRow(act, id);
  refuseMerged(source);
  refuseResolved(doubt);
  refuseMerged(other);
  refuseResolved(target);
  if (source.assignmentId !== other.assignmentId) {
    throw badField("into", "Choose a thread on the same question.");
  }
  if (!isOpenToClass(doubt) || !isOpenToClass(target)) {
    throw conflict("doubt.private", "Only doubts that the whole class may read can be merged.");
  }
  const waitingSince = earlier(other.waitingSince, source.waitingSince);
  const followers = await follow(act, { from: id, into, owners: [source, other] });
  const before: BeforeMerge = {
    stage: source.stage as BeforeMerge["stage"],
    waitingSince: source.waitingSince,
    target: { before: other.waitingSince, after: waitingSince },
    followers,
  };
  await db.update(doubts).set({
    stage: "resolved",
    resolvedAt: now,
    waitingSince: null,
    mergedIntoId: into,
    mergedAt: now,
    beforeMerge: before,
    version: sql`version + 1`,
  }).where(eq(doubts.id, id));
  await db.update(doubts).set({
    waitingSince,
    // Another student waits in it now.
    solvedAt: null,
    sharers: sql`sharers + ${followers.length}`,
    version: sql`version + 1`,
  }).where(eq(doubts.id, into));
  return await announceBoth(
    act,
    { id, into, studentId: source.studentId, followers, isMerged: true },
  );
}

/** Restores both threads as they were before the merge. @throws Refusal 409 after ten minutes */
export async function unmerge(act: Act, id: string): Promise<DoubtRow> {
  const { db, now } = act;
  const { mergedIntoId: into } = await rowOf(act, id);
  if (into === null) {
    await lockDoubt(act, id);
    return await settledRow(act, id);
  }
  await lockBoth(act, id, into);
  if (!can.merge(act.me)) throw forbidden();
  const [source, other] = [await rowOf(act, id), await rowOf(act, into)];
  const { beforeMerge: before, mergedAt } = source;
  // Somebody else has taken it back meanwhile.
  if (source.mergedIntoId !== into || !before || !mergedAt) return await settledRow(act, id);
  if (later(mergedAt, MERGE_UNDO_MINUTES) < now) {
    throw conflict("merge.over", "A merge can be undone for ten minutes.");
  }
  if (other.mergedIntoId !== null) {
    throw conflict("merge.chain", "The other thread was merged, too. Undo that first.");
  }
  const removed = before.followers.length === 0 ? [] : await db.delete(sharers)
    .where(and(eq(sharers.doubtId, into), inArray(sharers.studentId, before.followers)))
    .returning({ id: sharers.studentId });
  const restoring = db.update(doubts).set({
    stage: before.stage,
    resolvedAt: null,
    waitingSince: before.waitingSince,
    mergedIntoId: null,
    mergedAt: null,
    beforeMerge: null,
    version: sql`version + 1`,
  }).where(eq(doubts.id, id));
  await refuseDuplicate(restoring, raisedAgain("The merge cannot be undone."));
  // If its wait has ended or begun anew, it stays so.
  const isSame = other.waitingSince === before.target.after;
  await db.update(doubts).set({
    waitingSince: isSame ? before.target.before : other.waitingSince,
    sharers: sql`sharers - ${removed.length}`,
    version: sql`version + 1`,
  }).where(eq(doubts.id, into));
  const followers = removed.map(({ id }) => id);
  return await announceBoth(
    act,
    { id, into, studentId: source.studentId, followers, isMerged: false },
  );
}

/** The thread that waits keeps the longer wait of the two. An answered one does not wait again. */
const earlier = (target: string | null, source: string | null): string | null =>
  target !== null && source !== null && source < target ? source : target;

/** Locks the two in the order of their ids, so that two merges at once never wait for each other. */
async function lockBoth(act: Act, id: string, into: string, version?: number) {
  if (id < into) {
    const doubt = await lockDoubt(act, id, version);
    return { doubt, target: await lockDoubt(act, into) };
  }
  const target = await lockDoubt(act, into);
  return { doubt: await lockDoubt(act, id, version), target };
}

type Row = Awaited<ReturnType<typeof rowOf>>;

async function rowOf({ db }: Act, id: string) {
  const [row] = await db.select({
    ...pick(doubts, "assignmentId", "studentId", "stage", "waitingSince"),
    ...pick(doubts, "mergedIntoId", "mergedAt", "beforeMerge"),
  }).from(doubts).where(eq(doubts.id, id));
  if (!row) throw notFound("This doubt");
  return row;
}

function refuseMerged({ mergedIntoId }: Row): void {
  if (mergedIntoId === null) return;
  throw conflict("doubt.merged", "This doubt was merged into another one.", { into: mergedIntoId });
}

/** Adds those who ask or have it to the other thread. @returns the ids of those new there */
async function follow(
  { db, now }: Act,
  { from, into, owners: [source, other] }: { from: string; into: string; owners: [Row, Row] },
): Promise<string[]> {
  const also = await db.select({ id: sharers.studentId }).from(sharers)
    .where(and(eq(sharers.doubtId, from), ne(sharers.studentId, other.studentId)));
  const ids = [source.studentId, ...also.map(({ id }) => id)];
  const added = await db.insert(sharers)
    .values(ids.map((studentId) => ({ doubtId: into, studentId, createdAt: now })))
    .onConflictDoNothing().returning({ id: sharers.studentId });
  return added.map(({ id }) => id);
}

/** For what would make a doubt unresolved again while its student has another one on the question. */
export const raisedAgain = (soNot: string): Refusal =>
  conflict("doubt.raised", `Its student has raised another doubt on the question. ${soNot}`);

type MergeRow = {
  id: string;
  into: string;
  studentId: string;
  /** Those who follow the other thread because of the merge, or no longer do. */
  followers: string[];
  isMerged: boolean;
};

/** @returns the duplicate's row as it will be at the commit */
async function announceBoth(act: Act, { id, into, studentId, followers, isMerged }: MergeRow) {
  const row = await announceChanged(act, id);
  await announceChanged(act, into);
  const learners = new Set([studentId, ...followers]);
  const rooms = ["staff" as const, ...Array.from(learners, userRoom), ...withoutNameIn(row, id)];
  announce(act, "doubt.merged", rooms, {
    doubtId: id,
    student: studentId,
    into: isMerged ? into : null,
    at: act.now,
  });
  return row;
}
