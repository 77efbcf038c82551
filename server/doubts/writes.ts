/** What a run changes on the doubts of its student. */
import { and, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { isOfWork } from "../assignments/tables.ts";
import type { Me } from "../kit/http/guard.ts";
import type { Act } from "../live/outbox.ts";
import { announceAllChanged } from "./queries.ts";
import { doubts } from "./tables.ts";

/**
 * Says of the doubts that wait that their student has solved the question since asking. The
 * assignment must be locked.
 * @param run a run that the server has verified on all cases
 */
export async function markSolved(
  act: Act<Me | null>,
  run: { assignmentId: string; studentId: string; createdAt: string },
): Promise<void> {
  const solved = await act.db.update(doubts).set({ solvedAt: act.now, version: sql`version + 1` })
    .where(and(
      isOfWork(doubts, run),
      ...[isNotNull(doubts.turn), isNull(doubts.solvedAt), lte(doubts.activeAt, run.createdAt)],
    )).returning({ id: doubts.id });
  await announceAllChanged(act, solved.map(({ id }) => id));
}
