/**
 * Advisory locks: a transaction that counts rows before it inserts one takes a lock first, so that
 * parallel requests count each other's rows. The lock ends with the transaction.
 */
import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";

/** Arbitrary numbers, so that the locks of each kind differ from all others. */
const LOCKS = {
  jobs: 7_361_119,
  replies: 7_361_121,
  quickQuestions: 7_361_131,
  togethers: 7_361_132,
  notes: 7_361_133,
  prepared: 7_361_134,
  sessions: 7_361_135,
  browsers: 7_361_136,
  audit: 7_361_137,
  copies: 7_361_138,
  sections: 7_361_139,
  apiTokens: 7_361_140,
  webhooks: 7_361_141,
  classSessions: 7_361_142,
  invitations: 7_361_143,
};

/** @param of whom, such as a person's id; everybody's when left out */
export async function takeLock(db: Tx, kind: keyof typeof LOCKS, of = ""): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${LOCKS[kind]}, hashtext(${of}))`);
}
