/** The connection pool, and one way to look at failures of the database. */
import { createConnection as openConnection, type Socket } from "node:net";
import { nextTick } from "node:process";
import { sql as template } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { Refusal, SettingsError } from "./errors.ts";
import { inTransaction, type Last, type Unsafe } from "./transaction.ts";

export type Db = PostgresJsDatabase;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** Either: for reads, which may stand inside a transaction. */
export type Reader = Db | Tx;

export type Database = {
  url: string;
  db: Db;
  sql: postgres.Sql;
  /** For what is only an offer: on few connections of its own, and ended after a moment. */
  brief: Db;
  /** What is given back last travels with the commit. */
  transaction<T>(work: (tx: Tx) => Promise<T | Last<T>>): Promise<T>;
  pool(): PoolUse;
  close(): Promise<void>;
};

/** Connections there may be, how many are at work, and how many statements wait for one. */
export type PoolUse = { size: number; busy: number; waiting: number };

/** Connections a server opens at most; one more listens for notifications. */
export const POOL = 10;
/** And so many more for what is ended after so many milliseconds. */
export const BRIEF = { connections: 2, ms: 1000 };

/**
 * Seconds until a connection that was lost is tried again. A statement waits for this: left to
 * itself, postgres.js would let it grow to twenty, and calls would hang instead of being refused.
 */
const RECONNECT_AFTER = 0.1;

/**
 * Bytes that postgres.js does not put off writing. What it had put off when a connection was lost
 * it never writes, nor anything after it: the next connection would hang for ever. A greeting of
 * this length is written nevertheless; what was put off spoils it, and the next greeting is good.
 */
const WRITTEN_AT_ONCE = 1024;

/** Opens a pool; nothing connects before the first query. */
export function connect(url: string, { max = POOL }: { max?: number } = {}): Database {
  // One of the connections is for transactions alone.
  const first = max > 1 ? openPool(url, 1) : null;
  const sql = openPool(url, first ? max - 1 : max);
  const underWay = prepareAll(sql, first);
  const db = drizzle(sql, { casing: "snake_case" });
  const offers = openPool(url, BRIEF.connections, BRIEF.ms);
  prepared(offers as unknown as Unsafe);
  // Drizzle has its pool leave times as they come; the other must do the same.
  if (first) drizzle(first);
  return {
    url,
    db,
    sql,
    brief: drizzle(offers, { casing: "snake_case" }),
    // Drizzle hands on what its client's `begin` gives back.
    transaction: <T>(work: (tx: Tx) => Promise<T | Last<T>>) => db.transaction(work) as Promise<T>,
    pool: () => ({
      size: max,
      busy: Math.min(max, underWay()),
      waiting: Math.max(0, underWay() - max),
    }),
    async close() {
      await Promise.all([sql, first, offers].map((pool) => pool?.end({ timeout: 5 })));
    },
  };
}

function openPool(url: string, max: number, patienceMs = 15_000): postgres.Sql {
  return postgres(url, {
    max,
    connect_timeout: 5,
    backoff: () => RECONNECT_AFTER * (0.5 + Math.random()),
    onnotice: () => {},
    ...{ socket: socketOpener() },
    connection: {
      application_name: "doubtless",
      statement_timeout: patienceMs,
      idle_in_transaction_session_timeout: 60_000,
      "doubtless.padding": "-".repeat(WRITTEN_AT_ONCE),
    },
  });
}

/** Opens the database that DATABASE_URL names. @throws SettingsError when nobody answers there */
export async function openNamed(url: string): Promise<Database> {
  const database = connect(url);
  try {
    const [server] = await database
      .sql`select current_setting('server_version_num')::int as version`;
    refuseOld(server?.version ?? 0);
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof SettingsError) throw error;
    const { host, pathname } = new URL(url);
    throw new SettingsError(
      `The database ${
        pathname.slice(1)
      } at ${host} cannot be used; is DATABASE_URL right? (${error})`,
    );
  }
}

const OLDEST = 15;

/** @throws SettingsError when a PostgreSQL of this number lacks what the tables use */
export function refuseOld(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST) return;
  throw new SettingsError(
    `The database is PostgreSQL ${major}, and this needs ${OLDEST} or later: upgrade it, or name another in DATABASE_URL.`,
  );
}

type Address = { host: string[]; port: number[]; path?: string };

/**
 * postgres.js writes what is more than a kilobyte in pieces, and with Nagle's algorithm a piece waits
 * until the one before it is answered: statements sent together took two round trips.
 */
function socketOpener() {
  let turn = 0;
  return (at: Address) => {
    const place = turn++ % at.port.length;
    const [host, port] = [at.host[place], at.port[place] ?? 5432];
    const socket = at.path ? openConnection(at.path) : openConnection({ host, port });
    socket.once("connect", () => {
      socket.setNoDelay(true);
      endAtOnce(socket);
    });
    inOneWrite(socket);
    // For what postgres.js says when it fails.
    return Object.assign(socket, { host, port });
  };
}

/**
 * Between a socket's error and its end postgres.js takes statements that it forgets to fail, and
 * waits for their answers on the next connection for ever. So it hears of the end alone, in which
 * it fails them all.
 */
function endAtOnce(socket: Socket): void {
  const emit = socket.emit.bind(socket) as (event: string, ...args: unknown[]) => boolean;
  socket.emit = ((event: string, ...args: unknown[]) => {
    if (event === "error") return true;
    return event === "close" ? emit(event, false) : emit(event, ...args);
  }) as typeof socket.emit;
}

/** What is sent together is one write, and wakes the database once. */
function inOneWrite(socket: Socket): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let isCorked = false;
  const send = () => {
    isCorked = false;
    socket.uncork();
  };
  socket.write = ((...args: unknown[]) => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      nextTick(send);
    }
    return write(...args);
  }) as typeof socket.write;
}

/** A value that differs from one run of a statement to the next. */
export const at = template.placeholder;

const built = new WeakMap<object, Map<string, object>>();

/**
 * A statement with placeholders, built once for a database and a name that says all that it depends
 * on: to build a large one takes drizzle longer than to read its rows. It runs where it is asked
 * for, whichever transaction it was built in.
 */
export function once<Statement extends object>(
  db: Reader,
  name: string,
  build: () => Statement,
): Statement {
  // Drizzle's: the dialect is one for a database and all its transactions, the client is not.
  const { dialect, session: { client } } = db as unknown as Inner;
  const statements = built.get(dialect) ?? new Map<string, object>();
  built.set(dialect, statements);
  const statement = (statements.get(name) ?? build()) as Statement;
  statements.set(name, statement);
  return Object.assign(Object.create(statement), { client });
}

type Inner = { dialect: object; session: { client: Unsafe } };

/**
 * Drizzle leaves statements unprepared unless each is named, and postgres.js asks the server
 * about every unprepared one before it runs it: two round trips a query. Prepared, it is one,
 * and queries sent together in a transaction share it.
 *
 * While transactions come one at a time, they all get the first connection: the process behind it
 * has their statements' plans and data at hand, where each of ten in turn would have gone cold.
 * @returns how many transactions and lone statements are under way
 */
function prepareAll(sql: postgres.Sql, first: postgres.Sql | null): () => number {
  let underWay = 0;
  let isTaken = first === null;
  const end = () => {
    underWay -= 1;
  };
  const raw = sql.unsafe.bind(sql) as unknown as Unsafe["unsafe"];
  const firstRaw = (first ?? sql).unsafe.bind(first ?? sql) as unknown as Unsafe["unsafe"];
  const lone = prepared(sql as unknown as Unsafe);
  const unsafe = lone.unsafe;
  lone.unsafe = (query, params, options) => {
    const statement = unsafe(query, params, options);
    const then = statement.then.bind(statement) as typeof statement.then;
    // It runs when it is first waited for, and not before.
    statement.then = (done, failed) => {
      underWay += 1;
      statement.then = then;
      const result = then(done, failed);
      Promise.prototype.then.call(statement, end, end);
      return result;
    };
    return statement;
  };
  Object.assign(sql, {
    begin: (work: (client: Unsafe) => Promise<unknown>) => {
      underWay += 1;
      if (isTaken) return inTransaction(raw, work).finally(end);
      isTaken = true;
      return inTransaction(firstRaw, work).finally(() => {
        isTaken = false;
        end();
      });
    },
  });
  return () => underWay;
}

function prepared(client: Unsafe): Unsafe {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = (query, params, options) => unsafe(query, params, { ...options, prepare: true });
  return client;
}

const CONNECTION_LOST = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
]);

/** The code of a failed query: PostgreSQL's SQLSTATE or the connection's; drizzle wraps its cause. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return undefined;
}

export const isLost = (error: unknown): boolean => CONNECTION_LOST.has(codeOf(error) ?? "");

/** Of PostgreSQL, and of the system where uploads are written. */
const NO_ROOM = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** What to answer when the database is away or a disk is full, or null when neither has happened. */
export function asUnavailable(error: unknown): Refusal | null {
  if (NO_ROOM.has(codeOf(error) ?? "")) {
    const msg = "The server has no room left, so this was not kept. Please try again later.";
    return new Refusal(503, "full", msg, { retryAfter: 60 });
  }
  if (!isLost(error)) return null;
  return new Refusal(503, "unavailable", "The database is away for a moment. Please try again.", {
    retryAfter: 2,
  });
}

/** It took longer than it may. */
export const isTimedOut = (error: unknown): boolean => codeOf(error) === "57014";

export const isDuplicate = (error: unknown): boolean => codeOf(error) === "23505";
