/**
 * Shows what was prepared when its time has come. Every server looks each second, and one
 * transaction shows one thing: it locks the row, and skips a row that another server has locked or
 * shown. So each thing appears once. A thing that is due while no server runs appears at the
 * next start.
 */
import type { Reader } from "../kit/db/database.ts";
import type { Parts } from "../kit/core/parts.ts";
import { type Act, transact } from "./outbox.ts";

/** A kind of thing that can be prepared. */
export type Prepared = {
  /** Returns the ids of what is due, the earliest first, at most `ROUND_MOST`. */
  due(db: Reader, now: string): Promise<string[]>;
  /** Shows it, unless another server has it. */
  appear(act: Act<null>, id: string): Promise<void>;
};

/** Shows all that is due. A thing that fails is logged, and does not delay the others. */
export async function showDue(parts: Parts, kinds: readonly Prepared[]): Promise<void> {
  const { database: { db }, clock, log } = parts;
  const now = clock();
  await Promise.all(kinds.map(async ({ due, appear }) => {
    for (const id of await due(db, now)) {
      await transact({ parts, me: null, work: (act) => appear(act, id) })
        .catch((error) => log.warn({ error, id }, "something prepared could not appear"));
    }
  }));
}
