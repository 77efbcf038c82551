/** Migrates the database. A second server that starts at the same time waits. */
import { createHash } from "node:crypto";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { SettingsError } from "../core/errors.ts";
import { type Database, openOne } from "./database.ts";

const FOLDER = "db/migrations";

/** SQL files that are run again whenever they change, each named after its table. */
const REPEATABLE = ["audit", "doubts", "figures", "responses", "sessions", "terms"];
export const MIGRATION_LOCK = 7_361_119;
const HOLD_LOCK = 7_361_120;

export async function migrate({ url }: Database): Promise<void> {
  // A third of a connection's cost is the list of types, which only arrays need.
  const one = openOne(url, { fetch_types: false });
  try {
    await one`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await runMigrations(drizzle(one), { migrationsFolder: FOLDER });
    for (const table of REPEATABLE) await layRepeatable(one, table);
  } finally {
    await one.end({ timeout: 5 });
  }
}

const readJournal = async (): Promise<{ entries: { tag: string; when: number }[] }> =>
  JSON.parse(await Deno.readTextFile(`${FOLDER}/meta/_journal.json`));

/** Whether this version has the migration of this name. */
export const knowsMigration = async (tag: string): Promise<boolean> =>
  (await readJournal()).entries.some((one) => one.tag === tag);

/** The database's newest migration, or null. @throws SettingsError if a newer version made it */
export async function newestMigration(one: postgres.ISql): Promise<string | null> {
  const [laid] = await one`select to_regclass('drizzle.__drizzle_migrations') is not null as "is"`;
  if (!laid?.is) return null;
  const [newest] = await one`
    select max(created_at)::float as at from drizzle.__drizzle_migrations`;
  if (newest?.at == null) return null;
  const known = (await readJournal()).entries.find(({ when }) => when === newest.at);
  if (known) return known.tag;
  throw new SettingsError("The database belongs to a newer version: use that version.");
}

/** Migrates an empty database up to this name, in the transaction, and notes it as drizzle does. */
export async function migrateTo(tx: postgres.TransactionSql, tag: string): Promise<void> {
  const last = (await readJournal()).entries.findIndex((one) => one.tag === tag);
  await tx.unsafe("create schema drizzle");
  await tx.unsafe(`create table drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`);
  const migrations = readMigrationFiles({ migrationsFolder: FOLDER }).slice(0, last + 1);
  for (const { sql: statements, hash, folderMillis } of migrations) {
    for (const statement of statements) await tx.unsafe(statement);
    await tx`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${hash}, ${folderMillis})`;
  }
}

/** Runs a changed file. The table's comment has its digest, so a normal start locks nothing. */
async function layRepeatable(one: postgres.Sql, table: string): Promise<void> {
  const file = await Deno.readFile(`db/repeatable/${table}.sql`);
  const digest = createHash("sha256").update(file).digest("hex");
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
