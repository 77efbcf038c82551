/** A real PostgreSQL for tests, and a migrated database of its own for each server in one copy. */
import postgres from "postgres";
import { connect } from "../../server/kit/database.ts";
import { startEmbedded } from "../../server/kit/embedded.ts";
import { migrate } from "../../server/kit/migrate.ts";

const TEMPLATE = "doubtless_template";
const LOCK = 7_361_121;

/** A cluster that `deno task test` started, or one under .data/tests that stays for the next run. */
async function cluster(): Promise<string> {
  const given = Deno.env.get("TEST_POSTGRES");
  if (given) return given;
  // Durability is tested in tests/faults, on a cluster with the defaults.
  const fast = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  return (await startEmbedded(".data/tests", { ...fast, max_connections: "300" })).url;
}

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A new database with the present tables and nothing in them. */
export async function newDatabase(): Promise<TestDatabase> {
  const admin = await cluster();
  const sql = postgres(admin, { max: 1, onnotice: () => {} });
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    const template = await freshTemplate(admin, sql);
    await sql.unsafe(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await sql.end();
  }
  const drop = async () => {
    const sql = postgres(admin, { max: 1, onnotice: () => {} });
    await sql.unsafe(`drop database if exists ${name} with (force)`);
    await sql.end();
  };
  return { url: withDatabase(admin, name), drop };
}

/** A new database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const admin = await cluster();
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const command = async (query: string) => {
    const sql = postgres(admin, { max: 1, onnotice: () => {} });
    await sql.unsafe(query);
    await sql.end();
  };
  await command(`create database ${name}`);
  return {
    url: withDatabase(admin, name),
    drop: () => command(`drop database if exists ${name} with (force)`),
  };
}

/** The template is named after the migrations, so that a change of them makes a new one. */
async function freshTemplate(admin: string, sql: postgres.Sql): Promise<string> {
  const journal = await Deno.readFile("db/migrations/meta/_journal.json");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", journal)).toHex().slice(
    0,
    12,
  );
  const name = `${TEMPLATE}_${digest}`;
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
