/**
 * What is done because of faults of postgres.js 3.4.9, and of drizzle's driver for it. Each part
 * names the fault, and the test in tests/transactions_test.ts that fails without the part. When a
 * fault is mended there, its part can go.
 */
import { createConnection as openConnection, type Socket } from "node:net";
import type postgres from "postgres";
import { isLost } from "../core/error_codes.ts";

type Client = {
  unsafe(query: string, params?: unknown[], options?: object): Promise<unknown>;
};
type Begin = (work: (client: Client) => Promise<unknown>) => Promise<unknown>;
type Address = { host: string[]; port: number[]; path?: string };

/**
 * porsager/postgres#1133: what a lost connection had not yet written stays in its buffer, and the next
 * connection writes nothing until there is a kilobyte: its startup would wait for the timeout. So a
 * startup message has a kilobyte. The old bytes spoil the first one, and the next is good.
 *
 * Test: "whenever connections are cut, their statements fail, and the next ones are answered".
 */
export const PADDING = { "doubtless.padding": "-".repeat(1024) };

export const workaroundOptions = () => ({ socket: socketOpener(), max_pipeline: PIPELINE });

/**
 * porsager/postgres#1189: a transaction's connection is reserved when its `begin` is sent, but not
 * if the limit of statements that wait on the connection is reached at that moment. Then others'
 * statements run in the transaction. So there is no limit.
 *
 * Test: "a transaction has its connection to itself, however much is sent there before its begin".
 */
const PIPELINE = Number.MAX_SAFE_INTEGER;

function socketOpener() {
  let turn = 0;
  return (at: Address) => {
    const place = turn++ % at.port.length;
    const [host, port] = [at.host[place], at.port[place] ?? 5432];
    const socket = openConnection(at.path ? { path: at.path } : { host, port });
    socket.once("connect", () => {
      // As other drivers do: more than a kilobyte is written in pieces.
      socket.setNoDelay(true);
      endAtOnce(socket);
    });
    // postgres.js names them in its errors.
    return Object.assign(socket, { host, port });
  };
}

/**
 * porsager/postgres#1215 (its discussion of a reset): between the socket's error and its close, a
 * connection takes statements, and waits for ever for their answers on the next connection. So
 * postgres.js does not hear of the error, only of the close, at which it fails all statements.
 *
 * Test: "whenever connections are cut, their statements fail, and the next ones are answered".
 */
function endAtOnce(socket: Socket): void {
  const emit = socket.emit.bind(socket) as (event: string, ...args: unknown[]) => boolean;
  socket.emit = ((event: string, ...args: unknown[]) => {
    if (event === "error") return true;
    return event === "close" ? emit(event, false) : emit(event, ...args);
  }) as typeof socket.emit;
}

/**
 * porsager/postgres#1192 and #1223: nobody waits for what postgres.js itself asks on a new connection.
 * If PostgreSQL dies just then, that fails, and the process would end.
 *
 * Test: "a connection that is lost while it begins does not end the process".
 */
addEventListener("unhandledrejection", (event) => {
  if (isLost(event.reason)) event.preventDefault();
});

/**
 * drizzle-team/drizzle-orm#6096: no statement is prepared, whatever the pool's options say. Each
 * would take a round trip more, and be planned anew.
 *
 * Test: "statements are prepared, alone and in a transaction".
 */
const prepared = (client: Client): Client["unsafe"] => {
  const unsafe = client.unsafe.bind(client);
  return (query, params, options) => unsafe(query, params, { ...options, prepare: true });
};

/**
 * Makes a pool prepare its statements, and its transactions safe.
 * @returns a function that counts the running transactions and single statements
 */
export function applyWorkarounds(sql: postgres.Sql): () => number {
  let underWay = 0;
  const end = () => {
    underWay -= 1;
  };
  const counted = <T>(work: Promise<T>): Promise<T> => {
    underWay += 1;
    work.then(end, end);
    return work;
  };
  const begin = sql.begin.bind(sql) as Begin;
  const unsafe = prepared(sql as unknown as Client);
  Object.assign(sql, {
    unsafe: (...query: Parameters<Client["unsafe"]>) => counted(unsafe(...query)),
    begin: (work: Parameters<Begin>[0]) => counted(inTransaction(begin, work)),
  });
  return () => underWay;
}

/** Refuses statements after the end. It has no code, so it is not answered as a lost database. */
const OVER = new Error("The transaction is over.");

/** A lost connection is closed within this time. */
const CLOSED_WITHIN_MS = 1000;

/**
 * porsager/postgres#1208 and #1216: a statement on a lost connection ends the process, or runs in
 * another transaction. So a transaction that has lost its connection sends nothing more: neither its
 * own statements, nor the rollback or the commit of `sql.begin`.
 *
 * Test: "a connection that is lost in a transaction gives 503, and the next transaction works".
 */
function inTransaction(begin: Begin, work: Parameters<Begin>[0]): Promise<unknown> {
  let ended: Error | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const whole = begin((tx) =>
    new Promise((commit, rollBack) => {
      const send = prepared(tx);
      const unsafe: Client["unsafe"] = (...query) => {
        if (ended) throw ended;
        return send(...query);
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
