/** Reads announcements: public, newest first; and the prepared ones, for staff. */
import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import type { Reader } from "../kit/db/database.ts";
import { newestPage } from "../kit/db/newest_first.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { span } from "../kit/core/schema.ts";
import { people } from "../people/tables.ts";
import { can } from "./policy.ts";
import { PREPARED_MOST, ROUND_MOST } from "../kit/core/appearance.ts";
import type {
  Announcement,
  AnnouncementQuery,
  ListedAnnouncement,
  PreparedAnnouncement,
} from "./schema.ts";
import { announcements } from "./tables.ts";

const columns = {
  _id: announcements.id,
  subject: announcements.subject,
  body: announcements.body,
  sender: { name: people.name, role: people.role },
  links: announcements.links,
  createdAt: announcements.createdAt,
  updatedAt: announcements.updatedAt,
  version: announcements.version,
};

const selectPublic = (db: Reader) =>
  db.select(columns).from(announcements)
    .innerJoin(people, eq(people.id, announcements.senderId))
    .where(and(isNull(announcements.appearsAt), isNull(announcements.termId)));

/** Selects announcements, the prepared ones too. */
export const selectAll = (db: Reader) =>
  db.select({ ...columns, appearsAt: announcements.appearsAt }).from(announcements)
    .innerJoin(people, eq(people.id, announcements.senderId));

export type AnyAnnouncement = Announcement & { appearsAt: string | null };

export const toListed = (
  { appearsAt, ...row }: Announcement & { appearsAt?: string | null },
  me: Me | null,
): ListedAnnouncement => ({
  ...row,
  isEditable: can.edit(me),
  ...(appearsAt && { appearsAt }),
});

export async function listAnnouncements(
  { db, me }: Ask<Me | null>,
  paging: AnnouncementQuery,
): Promise<ListedAnnouncement[]> {
  const select = selectPublic(db).$dynamic();
  const rows = await newestPage(select, announcements, span(paging));
  return rows.map((row) => toListed(row, me));
}

/** Returns the prepared announcements, the next one first. */
export async function preparedAnnouncements(db: Reader): Promise<PreparedAnnouncement[]> {
  const rows = await selectAll(db).where(isNotNull(announcements.appearsAt))
    .orderBy(asc(announcements.appearsAt), asc(announcements.id)).limit(PREPARED_MOST);
  return rows.flatMap(({ appearsAt, ...row }) => appearsAt === null ? [] : [{ ...row, appearsAt }]);
}

/** Returns the ids of the prepared announcements whose time has come. */
export async function dueAnnouncements(db: Reader, now: string): Promise<string[]> {
  const rows = await db.select({ id: announcements.id }).from(announcements)
    .where(lte(announcements.appearsAt, now))
    .orderBy(asc(announcements.appearsAt), asc(announcements.id)).limit(ROUND_MOST);
  return rows.map(({ id }) => id);
}
