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
import type { Job, SeedResult } from "./seed/insert_worker.ts";

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
  { db, url }: Pick<Database, "db" | "url">,
  { zone, now = systemClock() }: { zone: string; now?: string },
): Promise<boolean> {
  const [found] = await db.execute(sql`select from people limit 1`);
  if (found) return false;
  return await insertOnThread({ databaseUrl: url, zone, now, password: DEMO_PASSWORD });
}

/** @throws SettingsError in a sentence for the operator */
async function insertOnThread(job: Job): Promise<boolean> {
  const thread = new Worker(import.meta.resolve("./seed/insert_worker.ts"), { type: "module" });
  try {
    const done = await new Promise<SeedResult>((resolve, reject) => {
      thread.onmessage = ({ data }) => resolve(data);
      thread.onerror = (event) => {
        event.preventDefault();
        reject(new Error(`The demo class could not be loaded: ${event.message}`));
      };
      thread.postMessage(job);
    });
    if ("isInserted" in done) return done.isInserted;
    throw done.isSentence ? new SettingsError(done.failure) : new Error(done.failure);
  } finally {
    thread.terminate();
  }
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
