/**
 * Transactions that send `begin` with their first statements and `commit` with their last ones.
 * They use internals of postgres.js, and tests/transactions_test fails when these change. A reply
 * takes 3 round trips to PostgreSQL (counted by tests/bench/fanout); with `sql.begin`, which waits
 * for `begin` and for `commit`, it would take 5. On one machine this makes no difference in p95
 * (tests/bench/README.md has the figures). The reason is another: in `sql.begin` a statement on a
 * lost connection ends the process (porsager/postgres#1208).
 */

/** The parts of postgres.js that a transaction uses. */
export type Unsafe = {
  unsafe(query: string, params?: unknown[], options?: object): Query;
};

type Query = Promise<unknown> & {
  /** Returns the rows as arrays of cells. */
  values(): Promise<unknown[][]>;
  /** Called with the query when it is first awaited; it sends the query. */
  handler: (query: Query) => void;
  execute(): Query;
  reject(error: Error): void;
};

type Connection = {
  /** @returns whether another query may be sent before this one is answered */
  execute(query: Query): boolean;
  /**
   * Called when all queries are answered. While it is set, the pool gives the connection to nobody
   * else.
   */
  reserved: (() => void) | null;
  onclose: ((error: Error) => void) | null;
};

/** The result of a transaction's work when only its last statements and the commit are left. */
export class LastStatements<T> {
  /**
   * Both functions send their statements at once, without waiting for anything.
   * @param send sends the last statements and returns the result
   * @param before sends the statements ahead of them
   */
  constructor(readonly send: () => PromiseLike<T>, readonly before?: () => PromiseLike<unknown>) {}
}

/**
 * Runs work in a transaction. It commits, or rolls back when the work fails.
 * @param unsafe the pool's function
 */
export async function inTransaction<T>(
  unsafe: Unsafe["unsafe"],
  work: (client: Unsafe) => Promise<T | LastStatements<T>>,
): Promise<T> {
  const line = reserveLine(unsafe);
  const client: Unsafe = {
    unsafe(query, params, options) {
      const statement = unsafe(query, params, { ...options, prepare: true });
      statement.handler = line.send;
      return statement;
    },
  };
  try {
    const result = await line.orLost(work(client));
    if (!(result instanceof LastStatements)) {
      await line.end("commit");
      return result;
    }
    // A Drizzle statement runs each time it is awaited, so it is awaited only here.
    const before = Promise.resolve(result.before?.());
    before.catch(() => {});
    if (result.before) await allSent();
    const last = Promise.resolve(result.send());
    last.catch(() => {});
    await allSent();
    // If a statement has failed, PostgreSQL turns the commit into a rollback.
    await line.end("commit");
    await before;
    return await last;
  } catch (error) {
    // A transaction that has ended needs no rollback. The caller gets the first error.
    if (!line.isOver()) await line.end("rollback").catch(() => {});
    throw error;
  }
}

/** Waits until all statements so far are sent: postgres.js sends a statement a few ticks late. */
export const allSent = () => new Promise<void>((done) => setImmediate(done));

/** Refuses statements after the end. It has no code, so it is not answered as a lost database. */
const OVER = new Error("The transaction is over.");

/**
 * Reserves a connection that takes statements one after the other, from `begin` to `commit` or
 * `rollback`.
 */
function reserveLine(unsafe: Unsafe["unsafe"]) {
  const waiting: Query[] = [];
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  let connection: Connection | null = null;
  let isFull = false;
  let ended: Error | null = null;

  function flow(): void {
    while (connection && !isFull && waiting.length > 0) {
      isFull = !connection.execute(waiting.shift() as Query);
    }
  }

  function onexecute(given: Connection): boolean {
    connection = given;
    given.reserved = () => {
      isFull = false;
      flow();
    };
    given.onclose = fail;
    queueMicrotask(flow);
    // Reports the connection as full, so that the pool gives it to nobody else.
    return false;
  }

  function fail(error: Error): void {
    ended ??= error;
    connection = null;
    for (const query of waiting.splice(0)) query.reject(error);
    lost.reject(error);
  }

  function send(query: Query): void {
    if (ended) return query.reject(ended);
    waiting.push(query);
    flow();
  }

  unsafe("begin", [], { onexecute }).execute().catch(fail);

  return {
    send,
    orLost: <T>(work: Promise<T>): Promise<T> => Promise.race([work, lost.promise]),
    /** Ends the transaction. Later statements are refused, since they would run outside it. */
    async end(how: "commit" | "rollback"): Promise<void> {
      if (ended) throw ended;
      const query = unsafe(how);
      query.handler = () => {
        send(query);
        ended ??= OVER;
      };
      await Promise.race([query, lost.promise]);
      // The pool has the connection back, and may have given it to another transaction.
      if (connection?.onclose === fail) connection.onclose = null;
    },
    isOver: () => ended !== null,
  };
}
