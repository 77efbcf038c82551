/** Writing the day's briefing, correcting it and withdrawing it. */
import { eq, sql } from "drizzle-orm";
import { dayOf } from "../kit/clock.ts";
import { notFound, Refusal, stale } from "../kit/errors.ts";
import { newId } from "../kit/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { currentBriefing, selectBriefings } from "./queries.ts";
import { type Briefing, BRIEFING_EXISTS, type WriteInput } from "./schema.ts";
import { briefings } from "./tables.ts";

/** The three texts as written, and rendered. */
export type Written = WriteInput & { html: WriteInput };

/** @throws Refusal 409 `briefing.exists` with today's, when there is one already */
export async function write(act: Act, written: Written): Promise<Briefing> {
  const { db, me, now, zone } = act;
  const id = newId();
  const day = dayOf(now, zone);
  const [, [row]] = await Promise.all([
    db.insert(briefings)
      .values({ id, day, ...written, createdById: me._id, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: briefings.day }),
    selectBriefings(db).where(eq(briefings.id, id)),
  ]);
  if (row) return saved(act, row);

  const current = await currentBriefing(act);
  // Withdrawn this very moment, between the two statements: then there is room for a new one.
  if (current === null) return await write(act, written);
  throw new Refusal(409, "briefing.exists", BRIEFING_EXISTS, { more: { current } });
}

export async function rewrite(
  act: Act,
  { id, version }: { id: string; version?: number },
  written: Written,
): Promise<Briefing> {
  const { db, now } = act;
  const [before] = await selectBriefings(db).where(eq(briefings.id, id))
    .for("update", { of: briefings });
  if (!before) throw notFound("This briefing");
  if (version !== undefined && version !== before.version) throw stale(before);
  const [, [row]] = await Promise.all([
    db.update(briefings).set({ ...written, updatedAt: now, version: sql`version + 1` })
      .where(eq(briefings.id, id)),
    selectBriefings(db).where(eq(briefings.id, id)),
  ]);
  return saved(act, row);
}

export async function remove(act: Act, id: string): Promise<void> {
  const [removed] = await act.db.delete(briefings).where(eq(briefings.id, id))
    .returning({ _id: briefings.id });
  if (!removed) throw notFound("This briefing");
  announce(act, "briefing.deleted", ["home"], removed);
}

function saved(act: Act, row: Briefing | undefined): Briefing {
  if (!row) throw new Error("the briefing that was just written is missing");
  announce(act, "briefing.saved", ["home"], row);
  return row;
}
