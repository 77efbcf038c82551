/** Reads weekly goals, and converts rows to views. */
import { desc, eq } from "drizzle-orm";
import { forbidden } from "../kit/core/errors.ts";
import type { Ask } from "../kit/http/guard.ts";
import { can } from "./policy.ts";
import { type Goal, WEEKS_MOST } from "./schema.ts";
import { goals } from "./tables.ts";

/** A mentor's goals, newest first: this week's is the first one, if it exists. */
export async function goalsOf({ db, me }: Ask, userId: string): Promise<Goal[]> {
  if (!can.read(me, { user: userId })) throw forbidden("You may read only your own goals.");
  const rows = await db.select().from(goals).where(eq(goals.userId, userId))
    .orderBy(desc(goals.week)).limit(WEEKS_MOST);
  return rows.map(goalView);
}

export function goalView({ id, userId, ...row }: typeof goals.$inferSelect): Goal {
  return { _id: id, user: userId, ...row };
}
