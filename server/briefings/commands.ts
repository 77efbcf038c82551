/** Creates, prepares, edits, publishes and deletes daily briefings. */
import { and, eq, lte, sql } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { appearance, editedAppearance } from "../kit/core/appearance.ts";
import { dayOf } from "../kit/core/clock.ts";
import { conflict, forbidden, notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { refuseDuplicate } from "../kit/db/failures.ts";
import type { Me } from "../kit/http/guard.ts";
import { type Act, announce } from "../live/outbox.ts";
import { type Room, userRoom } from "../live/rooms.ts";
import { can } from "./policy.ts";
import { type AnyBriefing, selectAll, toReply } from "./queries.ts";
import {
  type Briefing,
  BRIEFING_EXISTS,
  BRIEFING_SCHEDULED,
  type BriefingTexts,
} from "./schema.ts";
import { briefings } from "./tables.ts";

export type RenderedTexts = BriefingTexts & { html: BriefingTexts };

/** Today's briefing, or one of the day on which it appears. @throws Refusal 409 if there is one */
export async function write(
  act: Act,
  written: RenderedTexts,
  wanted?: string,
): Promise<Briefing> {
  const { db, me, now, zone } = act;
  const id = newId();
  const appearsAt = wanted === undefined ? null : appearance(wanted, act);
  const day = dayOf(appearsAt ?? now, zone);
  const [, [row]] = await Promise.all([
    db.insert(briefings)
      .values({
        id,
        day,
        ...written,
        appearsAt,
        createdById: me._id,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: briefings.day }),
    selectAll(db).where(eq(briefings.id, id)),
  ]);
  if (row) return announceBriefing(act, row);

  await refuseTaken(act, day);
  // The briefing was deleted between the two statements: try again.
  return await write(act, written, wanted);
}

/** @throws Refusal 409 when the day has another briefing than this one */
async function refuseTaken({ db, me }: Act, day: string, id?: string): Promise<void> {
  const [current] = await selectAll(db).where(eq(briefings.day, day));
  if (!current || current._id === id) return;
  if (current.appearsAt === null) {
    throw conflict("briefing.exists", BRIEFING_EXISTS, { current: toReply(current) });
  }
  throw conflict(
    "briefing.prepared",
    BRIEFING_SCHEDULED,
    can.prepare(me, current) ? { current: toReply(current) } : {},
  );
}

/** Changes the texts, and of a prepared briefing also the time, and with it the day. */
export async function rewrite(
  act: Act,
  { id, version, appearsAt: wanted }: { id: string; version?: number; appearsAt?: string },
  written: RenderedTexts,
): Promise<Briefing> {
  const { now, zone } = act;
  const before = await lock(act, id);
  if (version !== undefined && version !== before.version) throw stale(toReply(before));
  const appearsAt = editedAppearance(wanted, { before: before.appearsAt, now, zone });
  const isMoved = appearsAt !== null && appearsAt !== before.appearsAt;
  const day = isMoved ? dayOf(appearsAt, zone) : before.day;
  if (isMoved) await refuseTaken(act, day, id);
  return announceBriefing(act, await update(act, id, { ...written, appearsAt, day }));
}

/** Shows a prepared briefing as today's. @throws Refusal 409 when today has another one */
export async function publish(act: Act, id: string): Promise<Briefing> {
  const before = await lock(act, id);
  if (before.appearsAt === null) return toReply(before);
  const day = dayOf(act.now, act.zone);
  await refuseTaken(act, day, id);
  return announceBriefing(act, await show(act, id, { day }));
}

/** Shows a prepared briefing that is due, unless another server has it. It keeps its day. */
export async function appear(act: Act<null>, id: string): Promise<void> {
  const [due] = await act.db.select({ id: briefings.id }).from(briefings)
    .where(and(eq(briefings.id, id), lte(briefings.appearsAt, act.now)))
    .for("update", { skipLocked: true });
  if (due) announceBriefing(act, await show(act, id));
}

const show = (act: Act<Me | null>, id: string, more: { day?: string } = {}) =>
  update(act, id, { ...more, appearsAt: null, createdAt: act.now });

/** @throws Refusal 409 when another transaction has taken the day since it was checked */
async function update(
  { db, now }: Act<Me | null>,
  id: string,
  changes: Partial<typeof briefings.$inferInsert>,
): Promise<AnyBriefing | undefined> {
  const changing = db.update(briefings)
    .set({ ...changes, updatedAt: now, version: sql`version + 1` }).where(eq(briefings.id, id));
  await refuseDuplicate(changing, conflict("briefing.prepared", BRIEFING_SCHEDULED));
  const [row] = await selectAll(db).where(eq(briefings.id, id));
  return row;
}

/** Staff delete every briefing, another author only their own prepared ones. @throws Refusal 403 */
export async function remove(act: Act, id: string): Promise<void> {
  const { db, me } = act;
  const [before] = await selectAll(db).where(eq(briefings.id, id))
    .for("update", { of: briefings });
  const isOwn = before && before.appearsAt !== null && can.prepare(me, before);
  if (!isOwn && !can.delete(me)) throw forbidden();
  if (!before) throw notFound("This briefing");
  await db.delete(briefings).where(eq(briefings.id, id));
  await record(act, "briefing.deleted", { about: { kind: "briefing", id, title: before.day } });
  announce(act, "briefing.deleted", roomsOf(before), { _id: id });
}

/** @throws Refusal 404, also for a prepared briefing that the person may not see */
async function lock({ db, me }: Act, id: string): Promise<AnyBriefing> {
  const [row] = await selectAll(db).where(eq(briefings.id, id)).for("update", { of: briefings });
  if (!row || (row.appearsAt !== null && !can.prepare(me, row))) throw notFound("This briefing");
  return row;
}

/** While it is prepared: staff, and its author as long as they may write briefings. */
function roomsOf({ appearsAt, authorId, createdBy: { role } }: AnyBriefing): Room[] {
  if (appearsAt === null) return ["home"];
  return can.write({ _id: authorId, role }) ? ["staff", userRoom(authorId)] : ["staff"];
}

/** Announces it: to everybody, or while it is prepared to staff and its author. */
function announceBriefing(act: Act<Me | null>, row: AnyBriefing | undefined): Briefing {
  if (!row) throw new Error("the briefing that was just written is missing");
  const { appearsAt, authorId: _, ...shown } = row;
  if (appearsAt === null) announce(act, "briefing.saved", roomsOf(row), shown);
  else announce(act, "briefing.prepared", roomsOf(row), { ...shown, appearsAt });
  return toReply(row);
}
