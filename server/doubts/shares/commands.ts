/** "I have this too": a learner says that they have another learner's doubt, or takes it back. */
import { and, eq, sql } from "drizzle-orm";
import { forbidden } from "../../kit/core/errors.ts";
import type { Act } from "../../live/outbox.ts";
import { lockDoubt, refuseResolved } from "../commands.ts";
import { can } from "../policy.ts";
import { announceChanged } from "../queries.ts";
import { doubts, sharers } from "../tables.ts";

type ShareState = { isShared: boolean; sharers: number };

/** Counts a person once, however often they say it. */
export async function share(act: Act, id: string): Promise<ShareState> {
  const doubt = await lockDoubt(act, id);
  if (!can.share(act.me, { ...doubt, resolved: false })) throw forbidden(NOT_ANOTHERS);
  refuseResolved(doubt);
  const row = { doubtId: id, studentId: act.me._id, createdAt: act.now };
  const added = await act.db.insert(sharers).values(row).onConflictDoNothing().returning();
  return await counted(act, id, { isShared: true, by: added.length });
}

export async function unshare(act: Act, id: string): Promise<ShareState> {
  await lockDoubt(act, id);
  const removed = await act.db.delete(sharers)
    .where(and(eq(sharers.doubtId, id), eq(sharers.studentId, act.me._id))).returning();
  return await counted(act, id, { isShared: false, by: -removed.length });
}

const NOT_ANOTHERS = "Only a learner can have another learner's doubt, too.";

/** Changes the number of sharers, and announces the doubt if the number has changed. */
async function counted(
  act: Act,
  id: string,
  { isShared, by }: { isShared: boolean; by: number },
): Promise<ShareState> {
  const [row] = await act.db.update(doubts).set({ sharers: sql`sharers + ${by}` })
    .where(eq(doubts.id, id)).returning({ sharers: doubts.sharers });
  if (by !== 0) await announceChanged(act, id);
  return { isShared, sharers: row?.sharers ?? 0 };
}
