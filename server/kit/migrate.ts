/** Bringing the database up to date; a second server that starts meanwhile waits. */
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database } from "./database.ts";

const MIGRATION_LOCK = 7_361_119;
const HOLD_LOCK = 7_361_120;

/** @returns whether the database was empty */
export async function migrate({ url }: Database): Promise<boolean> {
  const one = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await one`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const [found] = await one`select to_regclass('people') is null as is_new`;
    await runMigrations(drizzle(one), { migrationsFolder: "db/migrations" });
    return found?.is_new === true;
  } finally {
    await one.end({ timeout: 5 });
  }
}

/** Marks a database as in use by this process, until it ends. Null when another one has it. */
export async function holdDatabase(url: string): Promise<{ release(): Promise<void> } | null> {
  const one = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null });
  const [held] = await one`select pg_try_advisory_lock(${HOLD_LOCK}) as mine`;
  if (held?.mine === true) return { release: () => one.end({ timeout: 5 }) };
  await one.end({ timeout: 5 });
  return null;
}
