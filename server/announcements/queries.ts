/** Reading announcements: public, newest first. */
import { desc, eq } from "drizzle-orm";
import type { Reader } from "../kit/database.ts";
import type { Ask, Me } from "../kit/guard.ts";
import { span } from "../kit/schema.ts";
import { people } from "../people/tables.ts";
import { can } from "./policy.ts";
import type { Announcement, AnnouncementQuery, ListedAnnouncement } from "./schema.ts";
import { announcements } from "./tables.ts";

export const selectAnnouncements = (db: Reader) =>
  db.select({
    _id: announcements.id,
    subject: announcements.subject,
    body: announcements.body,
    sender: { name: people.name, role: people.role },
    links: announcements.links,
    createdAt: announcements.createdAt,
    updatedAt: announcements.updatedAt,
    version: announcements.version,
  }).from(announcements).innerJoin(people, eq(people.id, announcements.senderId));

export const toListed = (row: Announcement, me: Me | null): ListedAnnouncement => ({
  ...row,
  isEditable: can.edit(me),
});

export async function listAnnouncements(
  { db, me }: Ask<Me | null>,
  paging: AnnouncementQuery,
): Promise<ListedAnnouncement[]> {
  const { offset, limit } = span(paging);
  const rows = await selectAnnouncements(db)
    .orderBy(desc(announcements.createdAt), desc(announcements.id)).offset(offset).limit(limit);
  return rows.map((row) => toListed(row, me));
}
