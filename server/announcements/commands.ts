/** Announcing, correcting and withdrawing. */
import { eq, sql } from "drizzle-orm";
import { notFound, stale } from "../kit/errors.ts";
import { newId } from "../kit/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { selectAnnouncements, toListed } from "./queries.ts";
import type { AnnounceInput, Announcement, EditInput, ListedAnnouncement } from "./schema.ts";
import { announcements } from "./tables.ts";

export async function create(act: Act, input: AnnounceInput): Promise<ListedAnnouncement> {
  const { db, me, now } = act;
  const id = newId();
  const [, [row]] = await Promise.all([
    db.insert(announcements)
      .values({ id, ...input, senderId: me._id, createdAt: now, updatedAt: now }),
    selectAnnouncements(db).where(eq(announcements.id, id)),
  ]);
  return saved(act, row);
}

export async function edit(
  act: Act,
  id: string,
  { version, ...input }: EditInput,
): Promise<ListedAnnouncement> {
  const { db, me, now } = act;
  const [before] = await selectAnnouncements(db).where(eq(announcements.id, id))
    .for("update", { of: announcements });
  if (!before) throw notFound("This announcement");
  if (version !== undefined && version !== before.version) throw stale(toListed(before, me));
  const [, [row]] = await Promise.all([
    db.update(announcements).set({ ...input, updatedAt: now, version: sql`version + 1` })
      .where(eq(announcements.id, id)),
    selectAnnouncements(db).where(eq(announcements.id, id)),
  ]);
  return saved(act, row);
}

export async function remove(act: Act, id: string): Promise<void> {
  const [removed] = await act.db.delete(announcements).where(eq(announcements.id, id))
    .returning({ _id: announcements.id });
  if (!removed) throw notFound("This announcement");
  announce(act, "announcement.deleted", ["home"], removed);
}

function saved(act: Act, row: Announcement | undefined): ListedAnnouncement {
  if (!row) throw new Error("the announcement that was just written is missing");
  announce(act, "announcement.saved", ["home"], row);
  return toListed(row, act.me);
}
