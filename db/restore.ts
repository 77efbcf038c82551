/**
 * Restores a backup into the configured database and file store, in one transaction:
 * `deno task restore FILE`; `-` reads the standard input. `--replace` removes what is there. All
 * sessions end, because some may have ended since the backup; `--keep-sessions` keeps them.
 */
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { readEnv } from "../server/kit/core/env.ts";
import { SettingsError } from "../server/kit/core/errors.ts";
import type { FileStore } from "../server/kit/files/files.ts";
import { openStore } from "../server/kit/files/s3.ts";
import { connect, openOne } from "../server/kit/db/database.ts";
import {
  knowsMigration,
  migrate,
  migrateTo,
  MIGRATION_LOCK,
  newestMigration,
} from "../server/kit/db/migrate.ts";
import { runTask } from "../server/kit/process/exit_messages.ts";
import { RESTORED_BEYOND } from "../server/live/tables.ts";
import { checkBackup, type Manifest, newer, partsOf } from "./archive/manifest.ts";
import { openConfigured } from "./open.ts";

const REPLACE = "--replace";
const KEEP_SESSIONS = "--keep-sessions";
const USAGE = `Name the backup: deno task restore FILE, with ${REPLACE} where there is something.`;
const LOG = "events";
/** Whoever has a row in one of these has used the installation. */
const USED = ["people", "contact_messages"];
const OURS = /CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/g;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type Target = {
  one: postgres.Sql;
  store: FileStore;
  isReplacing: boolean;
  keepsSessions: boolean;
};
type Client = postgres.TransactionSql;
type Backup = { path: string; manifest: Manifest };

/** @throws SettingsError when the target may not be replaced: then nothing has changed */
async function restore(target: Target, backup: Backup): Promise<void> {
  const { one, store, keepsSessions } = target;
  const stored: string[] = [];
  await one.unsafe("create temp table old_uploads (id text primary key)");
  try {
    await one.begin(async (client) => {
      await client.unsafe("set local idle_in_transaction_session_timeout = 0");
      await client.unsafe("set local statement_timeout = 0");
      await client.unsafe("set local lock_timeout = '10s'");
      await client.unsafe("set local datestyle = 'ISO, MDY'");
      await removeAll(client, target);
      await migrateTo(client, backup.manifest.migration);
      await load({ client, store, stored }, backup);
      // As `deno task admin --sign-out-all` ends them, API tokens too.
      if (!keepsSessions) await client`update people set epoch = epoch + 1`;
    });
  } catch (error) {
    await removeUnnamed(target, stored).catch(() => {
      console.error(`  Up to ${stored.length} uploads that nothing names are left in the store.`);
    });
    throw error;
  }
  const old = await one<{ id: string }[]>`select id from old_uploads`;
  await removeUnnamed(target, old.map(({ id }) => id));
}

/** Drops everything of ours. @throws SettingsError when somebody has used it, or something else has */
async function removeAll(client: Client, { isReplacing }: Target): Promise<void> {
  // A database of a newer version is refused.
  await newestMigration(client);
  const rows = await client<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`;
  const tables = rows.map(({ name }) => name);
  const ours = await ourTables();
  const foreign = tables.find((name) => !ours.has(name));
  if (foreign) {
    throw new SettingsError(
      `The database has a table ${foreign}, which is not of this version: restore into a database of its own.`,
    );
  }
  for (const name of USED.filter((name) => tables.includes(name))) {
    const [row] = await client.unsafe(`select from public.${quoted(name)} limit 1`);
    if (row && !isReplacing) {
      throw new SettingsError(
        `The database is not empty: with ${REPLACE}, what is there is removed.`,
      );
    }
  }
  if (tables.includes("files")) {
    await client.unsafe("insert into old_uploads select id from public.files");
  }
  for (const name of tables) await client.unsafe(`drop table public.${quoted(name)} cascade`);
  await client.unsafe("drop schema if exists drizzle cascade");
  const drops = await client<{ statement: string }[]>`
    select format('drop %s %s cascade', kind, name) as statement from (
      select 'routine' as kind, oid::regprocedure::text as name, oid, 'pg_proc' as catalog
        from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 'text search configuration', oid::regconfig::text, oid, 'pg_ts_config'
        from pg_ts_config where cfgnamespace = 'public'::regnamespace
      union all
      select 'text search dictionary', oid::regdictionary::text, oid, 'pg_ts_dict'
        from pg_ts_dict where dictnamespace = 'public'::regnamespace
    ) as things
    where not exists (
      select from pg_depend
      where objid = things.oid and classid = catalog::regclass and deptype = 'e'
    )`;
  for (const { statement } of drops) await client.unsafe(statement);
}

/** The tables that this version or an earlier one has made. */
async function ourTables(): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of Deno.readDir("db/migrations")) {
    if (!name.endsWith(".sql")) continue;
    const text = await Deno.readTextFile(`db/migrations/${name}`);
    for (const [, table = ""] of text.matchAll(OURS)) names.add(table);
  }
  return names;
}

type LoadTarget = { client: Client; store: FileStore; stored: string[] };

async function load(loading: LoadTarget, { path, manifest }: Backup): Promise<void> {
  const { client } = loading;
  const tables = Object.keys(manifest.tables).map((name) => `public.${quoted(name)}`);
  // Without these, the order of the tables does not matter, and each is checked once.
  const keys = await client<{ name: string; at: string; is: string }[]>`
    select quote_ident(conname) as name, conrelid::regclass::text as at,
      pg_get_constraintdef(oid) as is
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
  for (const { name, at } of keys) {
    await client.unsafe(`alter table ${at} drop constraint ${name}`);
  }
  for (const table of tables) await client.unsafe(`alter table ${table} disable trigger user`);
  // Removes what the migrations have inserted.
  await client.unsafe(`truncate ${tables.join(", ")}`);

  await loadParts(loading, { path, manifest });

  for (const { name, at, is } of keys) {
    await client.unsafe(`alter table ${at} add constraint ${name} ${is}`);
  }
  for (const table of tables) await client.unsafe(`alter table ${table} enable trigger user`);
  const [log] = await client`select pg_get_serial_sequence(${LOG}, 'seq') as sequence`;
  for (const [name, last] of Object.entries(manifest.sequences)) {
    const next = BigInt(last) + 1n +
      (log?.sequence === `public.${name}` ? BigInt(RESTORED_BEYOND) : 0n);
    await client`select setval(${`public.${name}`}::regclass, ${next.toString()}::bigint, false)`;
  }
}

async function loadParts({ client, store, stored }: LoadTarget, { path, manifest }: Backup) {
  for await (const part of partsOf(path)) {
    if ("file" in part) {
      stored.push(part.file);
      await store.put(part.file, part.bytes);
      continue;
    }
    const columns = manifest.tables[part.table]?.columns ?? [];
    const list = columns.map(quoted).join(", ");
    const copy = `copy public.${quoted(part.table)} (${list}) from stdin`;
    await pipeline([part.bytes], await client.unsafe(copy).writable());
  }
}

/** Removes those of these uploads that the database does not name. */
async function removeUnnamed({ one, store }: Target, ids: string[]): Promise<void> {
  const [table] = await one`select to_regclass('public.files') is not null as "isThere"`;
  const rows = table?.isThere ? await one`select id from files where size > 0` : [];
  const named = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!named.has(id)) await store.remove(id);
}

/** Servers with this database in DATABASE_URL. */
async function refuseInUse(one: postgres.Sql): Promise<void> {
  const [other] = await one`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'doubtless'`;
  if (other?.count > 0) throw inUse();
}

const inUse = () => new SettingsError("A server uses the database: stop it before you restore.");

/** The standard input as a file, because a backup is read twice. */
async function standardInput(): Promise<string> {
  const path = await Deno.makeTempFile({ prefix: "doubtless-", suffix: ".tar.gz" });
  const file = await Deno.open(path, { write: true });
  await Deno.stdin.readable.pipeTo(file.writable);
  return path;
}

function nameIn(args: string[]): string {
  const [name, ...more] = args.filter((arg) => arg !== REPLACE && arg !== KEEP_SESSIONS);
  if (!name || more.length > 0 || name.startsWith("--")) throw new SettingsError(USAGE);
  return name;
}

async function main(args: string[]): Promise<void> {
  const name = nameIn(args);
  const keepsSessions = args.includes(KEEP_SESSIONS);
  const env = readEnv(Deno.env.toObject());
  const path = name === "-" ? await standardInput() : name;
  try {
    const manifest = await checkBackup(path);
    if (!await knowsMigration(manifest.migration)) throw newer(manifest.version);
    const { url, isInUse, close } = await openConfigured(env);
    try {
      if (isInUse) throw inUse();
      const one = openOne(url, { idle_timeout: 0, max_lifetime: null });
      try {
        // A server that starts meanwhile waits for this.
        await one`select pg_advisory_lock(${MIGRATION_LOCK})`;
        await refuseInUse(one);
        const target = {
          one,
          store: openStore(env.files),
          isReplacing: args.includes(REPLACE),
          keepsSessions,
        };
        await restore(target, { path, manifest });
      } finally {
        await one.end({ timeout: 5 });
      }
      await finish(url);
    } finally {
      await close();
    }
    const rows = Object.values(manifest.tables).reduce((sum, { count }) => sum + count, 0);
    const many = (count: number) => count.toLocaleString("en");
    const files = manifest.files.count;
    console.log(
      `\n  Restored, as it was at ${manifest.madeAt}: ${many(rows)} rows, ${many(files)} files.`,
    );
    console.log(
      keepsSessions
        ? "  With another secret (AUTH_SECRET) than then, everybody has to sign in again.\n"
        : "  Everybody has to sign in again, and API tokens have ended.\n",
    );
  } finally {
    if (name === "-") await Deno.remove(path);
  }
}

/** Runs the migrations that are newer than the backup. The next start would do it too. */
async function finish(url: string): Promise<void> {
  const database = connect(url, { max: 1 });
  try {
    await migrate(database);
    await database.sql`analyze`;
  } finally {
    await database.close();
  }
}

await runTask(() => main(Deno.args));
