/** Creates, prepares, edits, publishes and deletes announcements. */
import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { appearance, editedAppearance, refuseTooMany } from "../kit/core/appearance.ts";
import { notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { pick } from "../kit/db/columns.ts";
import { takeLock } from "../kit/db/locks.ts";
import type { Me } from "../kit/http/guard.ts";
import { type Act, announce } from "../live/outbox.ts";
import type { Room } from "../live/rooms.ts";
import { chosenAudience, roomsFor, withAudience } from "../sections/queries.ts";
import { announceNarrowed } from "../sections/writes.ts";
import { type AnyAnnouncement, selectAll, toListed } from "./queries.ts";
import type { AnnounceInput, EditInput, ListedAnnouncement } from "./schema.ts";
import { announcements } from "./tables.ts";

/** Creates an announcement. With a time, it is prepared: until then only staff see it. */
export async function create(
  act: Act,
  { appearsAt: wanted, audience: sections, ...input }: AnnounceInput,
): Promise<ListedAnnouncement> {
  const { db, me, now } = act;
  const audience = await chosenAudience(db, sections);
  const id = newId();
  const appearsAt = wanted === undefined ? null : appearance(wanted, act);
  if (appearsAt !== null) {
    await takeLock(db, "prepared", "announcements");
    const prepared = await db.$count(announcements, isNotNull(announcements.appearsAt));
    refuseTooMany(prepared, "announcements");
  }
  const [, [row]] = await Promise.all([
    db.insert(announcements)
      .values({
        id,
        ...input,
        audience,
        appearsAt,
        senderId: me._id,
        createdAt: now,
        updatedAt: now,
      }),
    selectAll(db).where(eq(announcements.id, id)),
  ]);
  return announceAndList(act, row);
}

export async function edit(
  act: Act,
  id: string,
  { version, appearsAt: wanted, audience: sections, ...input }: EditInput,
): Promise<ListedAnnouncement> {
  const { db, me, now, zone } = act;
  const before = await lock(act, id);
  if (version !== undefined && version !== before.version) throw stale(toListed(before, me));
  const appearsAt = editedAppearance(wanted, { before: before.appearsAt, now, zone });
  const audience = sections === undefined ? before.audience : await chosenAudience(db, sections);
  const [, [row]] = await Promise.all([
    db.update(announcements)
      .set({ ...input, audience, appearsAt, updatedAt: now, version: sql`version + 1` })
      .where(eq(announcements.id, id)),
    selectAll(db).where(eq(announcements.id, id)),
  ]);
  if (appearsAt === null) {
    await announceNarrowed(act, { before: before.audience, after: audience });
  }
  return announceAndList(act, row);
}

/** Shows a prepared announcement now. One that has appeared stays as it is. */
export async function publish(act: Act, id: string): Promise<ListedAnnouncement> {
  const before = await lock(act, id);
  if (before.appearsAt === null) return toListed(before, act.me);
  return toListed(await show(act, id), act.me);
}

/** Shows a prepared announcement whose time has come, unless another server has it. */
export async function appear(act: Act<null>, id: string): Promise<void> {
  const [due] = await act.db.select({ id: announcements.id }).from(announcements)
    .where(and(eq(announcements.id, id), lte(announcements.appearsAt, act.now)))
    .for("update", { skipLocked: true });
  if (due) await show(act, id);
}

/** It counts as created now, so that it is the newest one in the lists. */
async function show(act: Act<Me | null>, id: string): Promise<AnyAnnouncement> {
  const { db, now } = act;
  const [, [row]] = await Promise.all([
    db.update(announcements)
      .set({ appearsAt: null, createdAt: now, updatedAt: now, version: sql`version + 1` })
      .where(eq(announcements.id, id)),
    selectAll(db).where(eq(announcements.id, id)),
  ]);
  return announceRow(act, row);
}

export async function remove(act: Act, id: string): Promise<void> {
  const [removed] = await act.db.delete(announcements).where(eq(announcements.id, id))
    .returning({
      _id: announcements.id,
      ...pick(announcements, "subject", "audience", "appearsAt"),
    });
  if (!removed) throw notFound("This announcement");
  const { _id, subject, audience, appearsAt } = removed;
  await record(act, "announcement.deleted", {
    about: { kind: "announcement", id, title: subject },
  });
  const rooms: Room[] = appearsAt === null ? roomsFor(audience, "home") : ["staff"];
  announce(act, "announcement.deleted", rooms, { _id });
}

async function lock({ db }: Act, id: string): Promise<AnyAnnouncement> {
  const [row] = await selectAll(db).where(eq(announcements.id, id))
    .for("update", { of: announcements });
  if (!row) throw notFound("This announcement");
  return row;
}

function announceAndList(act: Act, row: AnyAnnouncement | undefined): ListedAnnouncement {
  return toListed(announceRow(act, row), act.me);
}

/** Announces it: to those whom it is for, or to staff while it is prepared. */
function announceRow(act: Act<Me | null>, row: AnyAnnouncement | undefined): AnyAnnouncement {
  if (!row) throw new Error("the announcement that was just written is missing");
  const { appearsAt, ...rest } = row;
  const shown = withAudience(rest);
  const rooms = roomsFor(row.audience, "home");
  if (appearsAt === null) announce(act, "announcement.saved", rooms, shown);
  else announce(act, "announcement.prepared", ["staff"], { ...shown, appearsAt });
  return row;
}
