/** Reads announcements: those that the asker may see, newest first; and, for staff, the prepared ones. */
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { span } from "../kit/core/schema.ts";
import { people } from "../people/tables.ts";
import { isForMe, withAudience } from "../sections/queries.ts";
import { can } from "./policy.ts";
import { SCHEDULED_MOST } from "../kit/core/appearance.ts";
import type { AnnouncementQuery, ListedAnnouncement, PreparedAnnouncement } from "./schema.ts";
import { announcements } from "./tables.ts";

const columns = {
  _id: announcements.id,
  subject: announcements.subject,
  body: announcements.body,
  sender: { name: people.name, role: people.role },
  ...pick(announcements, "links", "audience", "createdAt", "updatedAt", "version"),
};

const selectShown = (db: Reader, me: Me | null) =>
  db.select(columns).from(announcements)
    .innerJoin(people, eq(people.id, announcements.senderId))
    .where(and(
      isNull(announcements.appearsAt),
      isNull(announcements.termId),
      isForMe(me, announcements.audience),
    ));

export const selectAll = (db: Reader) =>
  db.select({ ...columns, appearsAt: announcements.appearsAt }).from(announcements)
    .innerJoin(people, eq(people.id, announcements.senderId));

export type AnyAnnouncement = Awaited<ReturnType<typeof selectAll>>[number];

export const toListed = (
  { appearsAt, ...row }: Omit<AnyAnnouncement, "appearsAt"> & { appearsAt?: string | null },
  me: Me | null,
): ListedAnnouncement => ({
  ...withAudience(row),
  isEditable: can.edit(me),
  ...(appearsAt && { appearsAt }),
});

export async function listAnnouncements(
  { db, me }: Ask<Me | null>,
  paging: AnnouncementQuery,
): Promise<ListedAnnouncement[]> {
  const { offset, limit } = span(paging);
  const rows = await selectShown(db, me)
    .orderBy(...newestFirst(announcements.createdAt, announcements.id)).offset(offset).limit(limit);
  return rows.map((row) => toListed(row, me));
}

export async function scheduledAnnouncements(db: Reader): Promise<PreparedAnnouncement[]> {
  const rows = await selectAll(db).where(isNotNull(announcements.appearsAt))
    .orderBy(asc(announcements.appearsAt), asc(announcements.id)).limit(SCHEDULED_MOST);
  return rows.flatMap(({ appearsAt, ...row }) =>
    appearsAt === null ? [] : [{ ...withAudience(row), appearsAt }]
  );
}
