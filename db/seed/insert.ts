/** Reads the whole demo class and inserts it. */
import { hash } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { createRenderer } from "../../server/kit/content/render.ts";
import type { Db } from "../../server/kit/db/database.ts";
import { ARGON2 } from "../../server/kit/security/hash.ts";
import { insertGoals, insertMessages, insertNotices } from "./insert_class.ts";
import { insertPeople, insertQuestions, insertResponses, type SeedContext } from "./insert_work.ts";
import { insertDoubts } from "./insert_doubts.ts";
import { insertRuns } from "./insert_runs.ts";
import { readDemoClass } from "./read.ts";

/** However slow the machine is, these texts are rendered. */
const PATIENCE_MS = 60_000;

type Options = {
  zone: string;
  /** The present. All times of the class are before it. */
  now: string;
  /** The password of every account. */
  password: string;
};

/** @returns false when the database already has a person: then nothing is written */
export async function insertDemoClass(db: Db, { zone, now, password }: Options) {
  const [demo, passwordHash] = await Promise.all([readDemoClass(), hash(password, ARGON2)]);
  // Its thread ends with it, and frees what it has loaded.
  const renderer = createRenderer({ patience: () => PATIENCE_MS });
  const texts = renderer.by({ _id: "demo", role: "admin" });
  return await db.transaction(async (tx) => {
    await tx.execute(sql`lock table people in exclusive mode`);
    const [found] = await tx.execute(sql`select from people limit 1`);
    if (found) return false;
    const [personIds, questionIds, runIds] = [new Map(), new Map(), new Map()];
    const ids = { personIds, questionIds, runIds };
    const seeding: SeedContext = { db: tx, demo, now, zone, passwordHash, texts, ...ids };
    await insertPeople(seeding);
    await insertQuestions(seeding);
    await insertRuns(seeding);
    await insertResponses(seeding);
    await insertDoubts(seeding);
    await insertNotices(seeding);
    await insertMessages(seeding);
    await insertGoals(seeding);
    return true;
  }).finally(renderer.stop);
}
