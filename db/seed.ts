/** Fills an empty database with the demo class, as of now; run alone, the one in DATABASE_URL. */
import { hash } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { systemClock } from "../server/kit/clock.ts";
import { connect, type Database } from "../server/kit/database.ts";
import { readEnv } from "../server/kit/env.ts";
import { ARGON2 } from "../server/kit/hash.ts";
import { migrate } from "../server/kit/migrate.ts";
import { insertGoals, insertMessages, insertNotices } from "./seed/insert_class.ts";
import {
  insertDoubts,
  insertPeople,
  insertQuestions,
  insertResponses,
  type Seeding,
} from "./seed/insert_work.ts";
import { readDemoClass } from "./seed/read.ts";

export const DEMO_PASSWORD = "Demo@1234";
export const DEMO_ACCOUNTS = [
  "admin@demo.test",
  "mentor@demo.test",
  "mentor2@demo.test",
  "volunteer@demo.test",
  "student@demo.test",
  "student2@demo.test",
];

/** @returns false when there is somebody in it already: then nothing is written */
export async function fillEmpty(
  { db }: Pick<Database, "db">,
  { zone, now = systemClock() }: { zone: string; now?: string },
): Promise<boolean> {
  const [demo, passwordHash] = await Promise.all([readDemoClass(), hash(DEMO_PASSWORD, ARGON2)]);
  return await db.transaction(async (tx) => {
    await tx.execute(sql`lock table people in exclusive mode`);
    const [found] = await tx.execute<{ some: boolean }>(
      sql`select exists (select 1 from people) as some`,
    );
    if (found?.some) return false;
    const seeding: Seeding = {
      db: tx,
      demo,
      now,
      zone,
      passwordHash,
      personIds: new Map(),
      questionIds: new Map(),
    };
    await insertPeople(seeding);
    await insertQuestions(seeding);
    await insertResponses(seeding);
    await insertDoubts(seeding);
    await insertNotices(seeding);
    await insertMessages(seeding);
    await insertGoals(seeding);
    return true;
  });
}

async function main(): Promise<void> {
  const url = Deno.env.get("DATABASE_URL");
  if (!url) {
    console.error("Name the empty database to fill in DATABASE_URL.");
    Deno.exit(1);
  }
  const { classTz } = readEnv({ CLASS_TZ: Deno.env.get("CLASS_TZ") });
  const database = connect(url);
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

if (import.meta.main) await main();
