/**
 * A real PostgreSQL for tests. Each server gets its own migrated database, copied from a template.
 */
import { createHash } from "node:crypto";
import { statfsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { connect, openOne } from "../../server/kit/db/database.ts";
import {
  type EmbeddedPostgres,
  startEmbedded,
} from "../../server/kit/postgres/embedded_postgres.ts";
import { migrate } from "../../server/kit/db/migrate.ts";

const TEMPLATE = "doubtless_template";
const LOCK = 7_361_121;
const REPEATABLE = "db/repeatable";

/**
 * The settings of the tests' cluster. It need not outlive a crash: tests/faults tests durability,
 * on clusters with the default settings. Its databases live too briefly to be vacuumed, and for
 * PostgreSQL to notice that a plan can be kept: planning each statement five times takes a fifth of
 * its processor time.
 */
const FAST_CLUSTER = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  plan_cache_mode: "force_generic_plan",
  max_connections: "300",
};

/** A folder that Linux keeps in memory. */
const MEMORY = "/dev/shm";
/** A run's cluster needs up to 1 GB. In a container, the folder may have only 64 MB. */
const BYTES_LEAST = 3e9;

/**
 * Creates a folder for the cluster of a test run, in memory if there is room: on a disk, a copy of
 * the template takes twenty times as much processor time.
 */
export async function clusterFolder(): Promise<string> {
  const path = await Deno.makeTempDir({
    prefix: "doubtless-postgres-",
    ...(hasRoomInMemory() && { dir: MEMORY }),
  });
  // PostgreSQL runs as another user when we are root.
  await Deno.chmod(path, 0o755);
  return path;
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= BYTES_LEAST;
  } catch {
    return false;
  }
}

/**
 * Returns the URL of a cluster: the one that `deno task test` started, or one under .data/tests
 * that stays for the next run.
 */
export async function cluster(): Promise<string> {
  const given = Deno.env.get("TEST_POSTGRES");
  if (given) return given;
  return (await startCluster(".data/tests")).url;
}

/**
 * Starts the tests' cluster. A test opens a dozen connections, and by default each costs 4096 hashes
 * of the password on both sides.
 */
export async function startCluster(folder: string): Promise<EmbeddedPostgres> {
  const cluster = await startEmbedded(folder, FAST_CLUSTER);
  const { username, password } = new URL(cluster.url);
  const sql = postgres(cluster.url, { max: 1 });
  await sql`set scram_iterations = 1`;
  await sql.unsafe(`alter role ${username} password '${password}'`);
  await sql.end();
  return cluster;
}

export type TestDatabase = { url: string; drop(): Promise<unknown> };

/** The databases that are no longer used: the connection that creates the next one drops them. */
const unused = new Set<string>();
/** The template, once this isolate knows that it is complete. */
let template: string | undefined;
/** This isolate's connection that creates databases. */
let admin: Sql | undefined;

/** Creates a database with the current tables and no rows. */
export async function newDatabase(): Promise<TestDatabase> {
  const url = await cluster();
  const name = newName();
  template ??= await withAdmin(url, (sql) => freshTemplate(url, sql));
  admin ??= openAdmin(url);
  for (const old of unused) {
    unused.delete(old);
    await dropDatabase(admin, old);
  }
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  const isKept = Deno.env.get("TEST_POSTGRES") === undefined;
  return {
    url: withDatabase(url, name),
    async drop() {
      // A run removes its cluster in the end, with the last databases of each isolate.
      if (isKept) await withAdmin(url, (sql) => dropDatabase(sql, name));
      else unused.add(name);
    },
  };
}

const newName = () => `test_${crypto.randomUUID().replaceAll("-", "")}`;

const dropDatabase = (sql: postgres.Sql, name: string) =>
  sql.unsafe(`drop database if exists ${name} with (force)`);

/**
 * Connects to the cluster, without the list of types, which only arrays need. Between two tests it
 * stays connected for some seconds.
 */
const openAdmin = (url: string): Sql =>
  postgres(url, { max: 1, onnotice: () => {}, fetch_types: false, idle_timeout: 5 });

/** Gives the work a connection of its own to the cluster. */
async function withAdmin<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openAdmin(url);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Creates a database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const admin = await cluster();
  const name = newName();
  await withAdmin(admin, (sql) => sql.unsafe(`create database ${name}`));
  return {
    url: withDatabase(admin, name),
    drop: () => withAdmin(admin, (sql) => dropDatabase(sql, name)),
  };
}

/**
 * Returns the name of the template database, and creates it if it is missing. The name contains a
 * hash of the migrations and the repeatable files, so that a change to them makes a new template.
 */
async function freshTemplate(admin: string, sql: postgres.Sql): Promise<string> {
  const files = ["db/migrations/meta/_journal.json"];
  for await (const { name } of Deno.readDir(REPEATABLE)) files.push(`${REPEATABLE}/${name}`);
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(await Deno.readFile(file));
  const digest = hash.digest("hex").slice(0, 12);
  const name = `${TEMPLATE}_${digest}`;
  await sql`select pg_advisory_lock(${LOCK})`;
  const [found] = await sql`select 1 from pg_database where datname = ${name}`;
  if (found) return name;
  await sql.unsafe(`create database ${name}`);
  const database = connect(withDatabase(admin, name), { max: 1 });
  await migrate(database);
  await database.close();
  return name;
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Returns how many connections to this database wait for a lock. */
export async function waitingForLocks(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

/** Runs `meanwhile` after a statement of the work has begun to wait for what `hold` locks. */
export async function whileHeld<T>(
  { databaseUrl }: { databaseUrl: string },
  hold: string,
  { work, meanwhile }: { work: () => Promise<T>; meanwhile: (sql: Sql) => Promise<unknown> },
): Promise<T> {
  const [holder, sql] = [openOne(databaseUrl), openOne(databaseUrl)];
  try {
    await holder.unsafe("begin");
    await holder.unsafe(hold);
    const result = work();
    while (await waitingForLocks(sql) === 0) await delay(5);
    await meanwhile(sql);
    await holder.unsafe("commit");
    return await result;
  } finally {
    await Promise.all([holder.end(), sql.end()]);
  }
}
