/**
 * A transaction that travels light: it begins with its first statements and commits with its last
 * ones, in their round trips. postgres.js's own waits for an answer before and after; and there a
 * statement on a connection that was lost meanwhile ends the process (porsager/postgres#1208).
 */

/** What of postgres.js a transaction is made of. */
export type Unsafe = {
  unsafe(query: string, params?: unknown[], options?: object): Query;
};

type Query = Promise<unknown> & {
  /** Where it goes when it is first waited for. */
  handler: (query: Query) => void;
  execute(): Query;
  reject(error: Error): void;
};

type Connection = {
  /** @returns whether another may follow before this one is answered */
  execute(query: Query): boolean;
  /** Called when all is answered; while there is one, nobody else gets the connection. */
  reserved: (() => void) | null;
  onclose: ((error: Error) => void) | null;
};

/** What a transaction's work gives back when only the commit follows. */
export class Last<T> {
  /**
   * Both send statements at once, without waiting for anything else first.
   * @param send the very last
   * @param before what goes ahead of them
   */
  constructor(readonly send: () => PromiseLike<T>, readonly before?: () => PromiseLike<unknown>) {}
}

/**
 * Runs work in a transaction, and commits it; or rolls back when it fails.
 * @param unsafe the pool's
 */
export async function inTransaction<T>(
  unsafe: Unsafe["unsafe"],
  work: (client: Unsafe) => Promise<T | Last<T>>,
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
    if (!(result instanceof Last)) {
      await line.end("commit");
      return result;
    }
    // Drizzle's statements run whenever they are waited for: once, here.
    const before = Promise.resolve(result.before?.());
    before.catch(() => {});
    if (result.before) await allSent();
    const last = Promise.resolve(result.send());
    last.catch(() => {});
    await allSent();
    // After a statement that failed, a commit rolls back.
    await line.end("commit");
    await before;
    return await last;
  } catch (error) {
    // That which ended it is told, and not that it is over.
    if (!line.isOver()) await line.end("rollback").catch(() => {});
    throw error;
  }
}

/** Until all that was to be sent by now has been: postgres.js sends a statement a few ticks late. */
export const allSent = () => new Promise<void>((done) => setImmediate(done));

/** Asks nothing of the database, and is not answered as if it were away. */
const OVER = new Error("The transaction is over.");

/** A connection that takes statements one after the other, from `begin` to `commit` or `rollback`. */
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
    // It counts as full, so that the pool gives it to nobody else.
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
    /** What is sent after this is refused: it would run outside the transaction. */
    async end(how: "commit" | "rollback"): Promise<void> {
      if (ended) throw ended;
      const query = unsafe(how);
      query.handler = () => {
        send(query);
        ended ??= OVER;
      };
      await Promise.race([query, lost.promise]);
      // The pool has the connection back, and may have given it to another.
      if (connection?.onclose === fail) connection.onclose = null;
    },
    isOver: () => ended !== null,
  };
}
