/** Migrates the database. A second server that starts at the same time waits. */
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type Database, openOne } from "./database.ts";

/** SQL files that are run again whenever they change, each named after its table. */
const REPEATABLE = ["audit", "doubts", "figures", "responses", "sessions"];
export const MIGRATION_LOCK = 7_361_119;
const HOLD_LOCK = 7_361_120;

export async function migrate({ url }: Database): Promise<void> {
  const one = openOne(url);
  try {
    await one`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await runMigrations(drizzle(one), { migrationsFolder: "db/migrations" });
    for (const table of REPEATABLE) await layRepeatable(one, table);
  } finally {
    await one.end({ timeout: 5 });
  }
}

/**
 * Runs the file when it has changed. Its digest is stored as the table's comment, so that a normal
 * start locks nothing.
 */
async function layRepeatable(one: postgres.Sql, table: string): Promise<void> {
  const file = await Deno.readFile(`db/repeatable/${table}.sql`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", file)).toHex();
  const [laid] = await one`select obj_description(${table}::regclass) as digest`;
  if (laid?.digest === digest) return;
  await one.begin(async (tx) => {
    await tx.unsafe(new TextDecoder().decode(file));
    await tx.unsafe(`comment on table ${table} is '${digest}'`);
  });
}

export type Hold = { release(): Promise<void> };

/** The prefix of the holder's address in its connection's name. */
const HOLDER = "doubtless ";

/**
 * Marks a database as used by this process until the process ends.
 * @param server this process's address, for others that find the database in use
 * @returns null when another process uses it
 */
export async function holdDatabase(url: string, server = ""): Promise<Hold | null> {
  const connection = { application_name: HOLDER + server };
  const one = openOne(url, { idle_timeout: 0, max_lifetime: null, connection });
  const release = () => one.end({ timeout: 5 });
  try {
    const [held] = await one`select pg_try_advisory_lock(${HOLD_LOCK}) as mine`;
    if (held?.mine === true) return { release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}

/** The address of the server that uses this database, if it has published it. */
export async function holderOf(url: string): Promise<string | null> {
  const one = openOne(url);
  try {
    const [holder] = await one`
      select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = ${HOLD_LOCK} and granted`;
    return holder?.name.slice(HOLDER.length) || null;
  } finally {
    await one.end({ timeout: 5 });
  }
}
