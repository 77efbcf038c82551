/**
 * Transactions with `sql.begin` of postgres.js, where a statement on a lost connection would end the
 * process (porsager/postgres#1208). So a transaction that has lost its connection sends nothing
 * more: neither its own statements, nor the rollback or the commit of `sql.begin`.
 */

import { isLost } from "../core/error_codes.ts";

type Query = Promise<unknown> & {
  /** Returns the rows as arrays of cells. */
  values(): Promise<unknown[][]>;
};

/** The parts of postgres.js that a transaction uses. */
export type Unsafe = {
  unsafe(query: string, params?: unknown[], options?: object): Query;
};
export type Begin = (work: (client: Unsafe) => Promise<unknown>) => Promise<unknown>;

/** Waits until all statements so far are sent: postgres.js sends a statement a few ticks late. */
export const allSent = () => new Promise<void>((done) => setImmediate(done));

/** Refuses statements after the end. It has no code, so it is not answered as a lost database. */
const OVER = new Error("The transaction is over.");

/** A lost connection is closed within this time. */
const CLOSED_WITHIN_MS = 1000;

/** Runs work in a transaction. It commits, or rolls back when the work fails. */
export function inTransaction(begin: Begin, work: Parameters<Begin>[0]): Promise<unknown> {
  let ended: Error | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const whole = begin((tx) =>
    new Promise((commit, rollBack) => {
      const unsafe: Unsafe["unsafe"] = (query, params, options) => {
        if (ended) throw ended;
        return tx.unsafe(query, params, { ...options, prepare: true });
      };
      const end = (how: () => void) => {
        if (ended) return;
        ended = OVER;
        how();
      };
      work({ unsafe }).then((result) => end(() => commit(result)), (error) => {
        const fail = () => end(() => rollBack(error));
        // Then `begin` fails by itself, unless it was another connection that was lost.
        if (isLost(error)) waiting = setTimeout(fail, CLOSED_WITHIN_MS);
        else fail();
      });
    })
  );
  return whole.catch((error) => {
    ended ??= error;
    throw error;
  }).finally(() => clearTimeout(waiting));
}
