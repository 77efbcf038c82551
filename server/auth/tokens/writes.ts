/** The last use of an API token. */
import { eq } from "drizzle-orm";
import { later } from "../../kit/core/clock.ts";
import type { Db } from "../../kit/db/database.ts";
import { apiTokens } from "./tables.ts";

/** Notes that a token is used, at most once a minute. */
export async function noteUse(
  db: Db,
  { id, usedAt, now }: { id: string; usedAt: string | null; now: string },
): Promise<void> {
  if (usedAt !== null && usedAt > later(now, -1)) return;
  await db.update(apiTokens).set({ usedAt: now }).where(eq(apiTokens.id, id));
}
