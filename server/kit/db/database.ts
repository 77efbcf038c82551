/** The connection pool, and statements that are built once. */
import { createConnection as openConnection, type Socket } from "node:net";
import { type SQL, sql as template } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { SettingsError } from "../core/errors.ts";
import { ARRAYS } from "./array_types.ts";
import { mapFaster } from "./rows.ts";
import { type Begin, inTransaction, type Unsafe } from "./transaction.ts";

export type Db = PostgresJsDatabase;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** For reads, which may run inside a transaction. */
export type Reader = Db | Tx;

export type Database = {
  url: string;
  db: Db;
  sql: postgres.Sql;
  /**
   * For optional results, such as suggestions: it has a few connections of its own, and a short
   * timeout.
   */
  brief: Db;
  /** For exports: it has connections of its own, which long transactions may hold. */
  exports: Db;
  pool(): PoolUse;
  close(): Promise<void>;
};

/** The number of connections, of busy ones, and of statements that wait for one. */
export type PoolUse = { size: number; busy: number; waiting: number };

/** The most connections of a server. One more listens for notifications. */
export const POOL = 10;
/** The connections of `brief`, and the timeout of their statements. */
export const BRIEF = { connections: 2, ms: 1000 };
/** The connections of `exports`, and the timeout of their statements: the first one may sort. */
export const EXPORTS = { connections: 3, ms: 60_000 };

/**
 * Seconds until a lost connection is opened again. Statements wait for this: by default postgres.js
 * would increase it to twenty, and calls would hang instead of being refused.
 */
const RECONNECT_AFTER = 0.1;

/**
 * The size in bytes from which postgres.js writes at once instead of buffering. When a connection
 * is lost, postgres.js never flushes the buffer again, nor anything after it, and the next
 * connection would hang for ever. A startup message of this size is written nevertheless. The stale
 * buffer spoils it, but the next startup message is good.
 */
const WRITTEN_AT_ONCE = 1024;

/**
 * For the statements that wait on a connection, and for the bytes that a socket takes without asking
 * for a pause. postgres.js reserves a transaction's connection when it sends `begin`, but forgets
 * to if either limit is reached at that moment: the connection goes back to the pool inside the
 * transaction, and others' statements run in it (porsager/postgres#1189). After a pause it would
 * give a reserved connection away (porsager/postgres#823).
 */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Opens a pool; it connects at the first query. */
export function connect(url: string, { max = POOL }: { max?: number } = {}): Database {
  const sql = openPool(url, max);
  const underWay = prepareAll(sql);
  const db = drizzle(sql, { casing: "snake_case" });
  const offers = openPool(url, BRIEF.connections, BRIEF.ms);
  prepared(offers as unknown as Unsafe);
  const long = openPool(url, EXPORTS.connections, EXPORTS.ms);
  prepareAll(long);
  return {
    url,
    db,
    sql,
    brief: drizzle(offers, { casing: "snake_case" }),
    exports: drizzle(long, { casing: "snake_case" }),
    pool: () => ({
      size: max,
      busy: Math.min(max, underWay()),
      waiting: Math.max(0, underWay() - max),
    }),
    async close() {
      await Promise.all([sql, offers, long].map((pool) => pool.end({ timeout: 5 })));
    },
  };
}

function openPool(url: string, max: number, patienceMs = 15_000): postgres.Sql {
  return postgres(url, {
    ...ARRAYS,
    max,
    connect_timeout: 5,
    backoff: () => RECONNECT_AFTER * (0.5 + Math.random()),
    onnotice: () => {},
    ...{ socket: socketOpener(), max_pipeline: NO_LIMIT },
    connection: {
      application_name: "doubtless",
      statement_timeout: patienceMs,
      idle_in_transaction_session_timeout: 60_000,
      "doubtless.padding": "-".repeat(WRITTEN_AT_ONCE),
    },
  });
}

/** Opens a single connection beside the pools. */
export const openOne = (url: string, options: postgres.Options<never> = {}): postgres.Sql =>
  postgres(url, { ...ARRAYS, max: 1, onnotice: () => {}, ...options }) as postgres.Sql;

/**
 * Opens the database in DATABASE_URL.
 * @throws SettingsError when it does not answer, is too old, or is behind a pooler that cannot work
 */
export async function openNamed(url: string): Promise<Database> {
  let database: Database | null = null;
  try {
    database = connect(url);
    const { sql, brief } = database;
    const [server] = await sql`
      select current_setting('server_version_num')::int as version, pg_backend_pid() as pid`;
    refuseOld(server?.version ?? 0);
    const [other] = await brief.execute(template`select pg_backend_pid() as pid`);
    if (other?.pid === server?.pid) throw new SettingsError(`DATABASE_URL leads to ${POOLER}.`);
    return database;
  } catch (error) {
    await database?.close();
    if (error instanceof SettingsError) throw error;
    const { host, pathname } = new URL(url);
    const advice = adviceOn(String(error));
    throw new SettingsError(
      `The database ${
        pathname.slice(1)
      } at ${host} cannot be used; is DATABASE_URL right? (${error})${advice && ` ${advice}`}`,
    );
  }
}

/** Its clients share connections, so that locks, notifications and prepared statements get lost. */
const POOLER =
  "a pooler, like PgBouncer, which gives each transaction another connection: name the address of the database itself";

/** What to change in DATABASE_URL after this failure; empty when the failure says it. */
function adviceOn(failure: string): string {
  if (/unsupported startup parameter|"pgbouncer"/.test(failure)) {
    return `It leads to ${POOLER}.`;
  }
  if (failure.includes("secure TLS connection")) {
    return "The server has no TLS, which sslmode asks for.";
  }
  if (/certificate|altnames/i.test(failure)) {
    return "sslmode=verify-full and channel_binding=require check the certificate: DENO_CERT names a file with that of its authority; sslmode=require alone does not check.";
  }
  return "";
}

const OLDEST = 15;

/** Refuses a PostgreSQL version that lacks features that the tables use. @throws SettingsError */
export function refuseOld(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST) return;
  throw new SettingsError(
    `The database is PostgreSQL ${major}, and this needs ${OLDEST} or later: upgrade it, or name another in DATABASE_URL.`,
  );
}

type Address = { host: string[]; port: number[]; path?: string };

/**
 * Opens sockets without Nagle's algorithm. postgres.js writes more than a kilobyte in pieces, and
 * with the algorithm each piece waits for the answer to the piece before it: statements sent
 * together took two round trips.
 */
function socketOpener() {
  let turn = 0;
  return (at: Address) => {
    const place = turn++ % at.port.length;
    const [host, port] = [at.host[place], at.port[place] ?? 5432];
    const to = at.path ? { path: at.path } : { host, port };
    const socket = openConnection(Object.assign(to, { writableHighWaterMark: NO_LIMIT }));
    socket.once("connect", () => {
      socket.setNoDelay(true);
      endAtOnce(socket);
    });
    // postgres.js names them in its errors.
    return Object.assign(socket, { host, port });
  };
}

/**
 * Hides the socket's error from postgres.js, which then sees only the close and fails all
 * statements. Between an error and a close it would accept statements, forget to fail them, and
 * wait for ever for their answers on the next connection.
 */
function endAtOnce(socket: Socket): void {
  const emit = socket.emit.bind(socket) as (event: string, ...args: unknown[]) => boolean;
  socket.emit = ((event: string, ...args: unknown[]) => {
    if (event === "error") return true;
    return event === "close" ? emit(event, false) : emit(event, ...args);
  }) as typeof socket.emit;
}

/** A parameter of a statement that is built once. */
export const at = template.placeholder;

const built = new WeakMap<object, Map<string, object>>();

/**
 * Builds a statement with placeholders once for each database and name; the name must include
 * everything that the statement depends on. Building a large statement takes drizzle longer than
 * reading its rows. The statement runs on the given `db`, even if it was built in another
 * transaction.
 */
export function buildOnce<Statement extends object>(
  db: Reader,
  name: string,
  build: () => Statement,
): Statement {
  // Inside drizzle, a database and its transactions share the dialect, but not the client.
  const { dialect, session: { client } } = db as unknown as Inner;
  const statements = built.get(dialect) ?? new Map<string, object>();
  built.set(dialect, statements);
  const known = statements.get(name) as Statement | undefined;
  const statement = known ?? build();
  if (!known) {
    mapFaster(statement);
    statements.set(name, statement);
  }
  return Object.assign(Object.create(statement), { client });
}

type Inner = {
  dialect: { sqlToQuery(statement: SQL): object };
  session: { client: Unsafe; prepareQuery(...query: unknown[]): object };
};

type InSql<Row> = { execute(values: Record<string, unknown>): Promise<Row[]> };

/** As `buildOnce`, for a statement in SQL. */
export function buildSqlOnce<Row>(db: Reader, name: string, build: () => SQL): InSql<Row> {
  const { dialect, session } = db as unknown as Inner;
  const prepare = () =>
    session.prepareQuery(dialect.sqlToQuery(build()), undefined, undefined, false);
  return buildOnce(db, name, prepare) as InSql<Row>;
}

/**
 * Prepares all statements. Drizzle does not prepare statements without a name, and postgres.js asks
 * the server about each unprepared one before it runs it: two round trips for a query. A prepared
 * statement takes one, and statements that a transaction sends together share it.
 * @returns a function that counts the running transactions and single statements
 */
function prepareAll(sql: postgres.Sql): () => number {
  let underWay = 0;
  const end = () => {
    underWay -= 1;
  };
  const begin = sql.begin.bind(sql) as Begin;
  const lone = prepared(sql as unknown as Unsafe);
  const unsafe = lone.unsafe;
  lone.unsafe = (query, params, options) => {
    const statement = unsafe(query, params, options);
    const then = statement.then.bind(statement) as typeof statement.then;
    // The statement runs when it is first awaited, not before.
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
    begin: (work: Parameters<Begin>[0]) => {
      underWay += 1;
      return inTransaction(begin, work).finally(end);
    },
  });
  return () => underWay;
}

function prepared(client: Unsafe): Unsafe {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = (query, params, options) => unsafe(query, params, { ...options, prepare: true });
  return client;
}
