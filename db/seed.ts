/**
 * Fills an empty database with the demo class, dated relative to now. Run alone, it fills the
 * database in DATABASE_URL.
 */
import { sql } from "drizzle-orm";
import { systemClock } from "../server/kit/core/clock.ts";
import { SettingsError } from "../server/kit/core/errors.ts";
import { type Database, openNamed } from "../server/kit/db/database.ts";
import { databaseUrlIn, readEnv } from "../server/kit/core/env.ts";
import { migrate } from "../server/kit/db/migrate.ts";
import { runTask } from "../server/kit/process/exit_messages.ts";

export const DEMO_PASSWORD = "Demo@1234";
export const DEMO_ACCOUNTS = [
  "admin@demo.test",
  "mentor@demo.test",
  "mentor2@demo.test",
  "volunteer@demo.test",
  "student@demo.test",
  "student2@demo.test",
];

/** @returns false when the database already has a person: then nothing is written */
export async function fillEmpty(
  { db }: Pick<Database, "db">,
  { zone, now = systemClock() }: { zone: string; now?: string },
): Promise<boolean> {
  const [found] = await db.execute(sql`select from people limit 1`);
  if (found) return false;
  // Loaded only when it is needed: a class of its own needs none of it.
  const { insertDemoClass } = await import("./seed/insert.ts");
  return await insertDemoClass(db, { zone, now, password: DEMO_PASSWORD });
}

async function main(): Promise<void> {
  const url = databaseUrlIn(Deno.env.toObject());
  if (!url) throw new SettingsError("Name the empty database to fill in DATABASE_URL.");
  const { classTz } = readEnv({ CLASS_TZ: Deno.env.get("CLASS_TZ") });
  const database = await openNamed(url);
  try {
    await migrate(database);
    const filled = await fillEmpty(database, { zone: classTz });
    console.log(
      filled
        ? `The demo class is in. Every account's password is ${DEMO_PASSWORD}.`
        : "Somebody is in this database already: nothing was written.",
    );
  } finally {
    await database.close();
  }
}

if (import.meta.main) await runTask(main);
