/** The connection pools. */
import { sql as template } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import PQueue from "p-queue";
import postgres from "postgres";
import { SettingsError } from "../core/errors.ts";
import { isTimedOut } from "./failures.ts";
import { applyWorkarounds, PADDING, workaroundOptions } from "./postgres_workarounds.ts";

export type Db = PostgresJsDatabase;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** For reads, which may run inside a transaction. */
export type Reader = Db | Tx;

export type Database = ReturnType<typeof connect>;

/** The number of connections, of busy ones, and of statements and transactions that wait. */
export type PoolUse = { size: number; busy: number; waiting: number };

/** The most connections of a server. One more listens for notifications. */
export const POOL = 10;
/** So many of them are for transactions that write at once: reads always find another one. */
const WRITERS = 4;
/** The timeout of a statement whose results are optional, in ms. */
export const BRIEF = { ms: 1000 };
/** The connections of `exports`, and the timeout of their statements: the first one may sort. */
export const EXPORTS = { connections: 3, ms: 60_000 };

/** Seconds until reconnecting. By default they grow to twenty, and calls would hang. */
const RECONNECT_AFTER = 0.1;

/** Opens a pool; it connects at the first query. */
export function connect(url: string, { max = POOL }: { max?: number } = {}) {
  const sql = openPool(url, max);
  const long = openPool(url, EXPORTS.connections, EXPORTS.ms);
  const [underWay] = [sql, long].map(applyWorkarounds) as [() => number];
  const writers = new PQueue({ concurrency: WRITERS });
  const drizzled = (pool: postgres.Sql): Db => drizzle(pool, { casing: "snake_case" });
  return {
    url,
    db: drizzled(sql),
    sql,
    /** For exports: it has connections of its own, which long transactions may hold. */
    exports: drizzled(long),
    /** Transactions that write take turns here. */
    writers,
    pool: (): PoolUse => ({
      size: max,
      busy: Math.min(max, underWay()),
      waiting: Math.max(0, underWay() - max) + writers.size,
    }),
    async close(): Promise<void> {
      await Promise.all([sql, long].map((pool) => pool.end({ timeout: 5 })));
    },
  };
}

function openPool(url: string, max: number, patienceMs = 15_000): postgres.Sql {
  return postgres(url, {
    max,
    connect_timeout: 5,
    backoff: () => RECONNECT_AFTER * (0.5 + Math.random()),
    onnotice: () => {},
    ...workaroundOptions(),
    connection: {
      ...PADDING,
      application_name: "doubtless",
      statement_timeout: patienceMs,
      idle_in_transaction_session_timeout: 60_000,
    },
  });
}

/** Reads what is optional, such as suggestions. @returns null when it takes too long */
export async function readBriefly<T>(
  db: Reader,
  read: (db: Tx) => Promise<T>,
): Promise<T | null> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(template`select set_config('statement_timeout', ${BRIEF.ms}::text, true)`);
      return await read(tx);
    });
  } catch (error) {
    if (isTimedOut(error)) return null;
    throw error;
  }
}

/** Opens a single connection beside the pools. */
export const openOne = (url: string, options: postgres.Options<never> = {}): postgres.Sql =>
  postgres(url, { max: 1, onnotice: () => {}, ...options }) as postgres.Sql;

/** Opens DATABASE_URL. @throws SettingsError if it is away, too old, or behind a pooler */
export async function openNamed(url: string): Promise<Database> {
  let database: Database | null = null;
  try {
    database = connect(url);
    const { sql, exports } = database;
    const [server] = await sql`
      select current_setting('server_version_num')::int as version, pg_backend_pid() as pid`;
    refuseOld(server?.version ?? 0);
    const [other] = await exports.execute(template`select pg_backend_pid() as pid`);
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
