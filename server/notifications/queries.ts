/** Reads notifications with the reader's present permissions, and their settings. */
import { and, desc, eq, inArray, isNull, lte, or, sql, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { announcements } from "../announcements/tables.ts";
import { can as canAssignment } from "../assignments/policy.ts";
import { assignees, assignments } from "../assignments/tables.ts";
import { can as canDoubt, toPolicy } from "../doubts/policy.ts";
import { doubts } from "../doubts/tables.ts";
import { later } from "../kit/core/clock.ts";
import type { Actor } from "../kit/core/roles.ts";
import { span } from "../kit/core/schema.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Ask } from "../kit/http/guard.ts";
import { messages, recipients } from "../messages/tables.ts";
import { people } from "../people/tables.ts";
import { type Audience, isFor } from "../sections/policy.ts";
import { SECTIONS_OF_PERSON } from "../sections/queries.ts";
import { usualSettings } from "./policy.ts";
import {
  KEPT_DAYS,
  KEPT_MOST,
  type ListedNotification,
  type ListQuery,
  type Notification,
  type NotificationPage,
  type Settings,
} from "./schema.ts";
import { notifications, notificationSettings, notified } from "./tables.ts";

const columns = {
  _id: notifications.id,
  ...pick(notifications, "kind", "path", "subjectId", "assignmentId", "at", "isForAll", "byId"),
  ownTitle: notifications.title,
  byName: people.name,
  byRole: people.role,
  question: assignments.title,
  distributionTag: assignments.distributionTag,
  doubtOf: doubts.studentId,
  isPrivate: doubts.private,
  ...pick(doubts, "programShown", "stage", "mentorFirst"),
  announced: announcements.subject,
  announcedTo: announcements.audience,
  audience: assignments.audience,
  appearsAt: announcements.appearsAt,
  message: messages.subject,
};

/** The id of the entry or the comment that a notification is about; null if its cause names none. */
const IN_CAUSE = sql`case when ${notifications.cause} ~ '^\\w+:[0-9a-f-]{36}$'
  then split_part(${notifications.cause}, ':', 2)::uuid end`;

/** What the permissions need to know of one reader. */
const columnsFor = (personId: string | SQLWrapper) => ({
  isAssigned: sql<boolean>`${assignees.studentId} is not null`,
  isReceived: sql<boolean>`${recipients.personId} is not null`,
  // The merge that it is about, and no later one of the same doubt. Or the entry, or the comment.
  isTakenBack: sql<boolean>`case
    when ${notifications.kind} = 'merged' then not exists (select from doubts as merged
      where merged.merged_into_id = ${notifications.subjectId} and merged.student_id = ${personId}
        and merged.merged_at = ${notifications.at})
    when ${notifications.kind} in ('reply', 'followed', 'asked-again') then
      ${IN_CAUSE} is not null and not exists (select from doubt_entries where id = ${IN_CAUSE})
    when ${notifications.kind} = 'comment' then
      ${IN_CAUSE} is not null and not exists (select from line_comments where id = ${IN_CAUSE})
    else false end`,
});

const isAssignee = (personId: string | SQLWrapper) =>
  and(eq(assignees.assignmentId, assignments.id), eq(assignees.studentId, personId));
const isRecipient = (personId: string | SQLWrapper) =>
  and(eq(recipients.messageId, messages.id), eq(recipients.personId, personId));

/** Selects notifications, once for each person whom they concern, and once if for the class. */
const selectRows = (db: Reader) => {
  const reader = alias(people, "reader");
  return db.select({
    ...columns,
    ...columnsFor(notified.personId),
    personId: notified.personId,
    role: reader.role,
    sections: sql<string[]>`array(
      select m.section_id from section_members as m where m.person_id = ${notified.personId})`,
  }).from(notifications)
    .leftJoin(notified, eq(notified.notificationId, notifications.id))
    .leftJoin(reader, eq(reader.id, notified.personId))
    .leftJoin(people, eq(people.id, notifications.byId))
    .leftJoin(doubts, eq(doubts.id, notifications.subjectId))
    .leftJoin(assignments, eq(assignments.id, notifications.assignmentId))
    .leftJoin(assignees, isAssignee(notified.personId))
    .leftJoin(announcements, eq(announcements.id, notifications.subjectId))
    .leftJoin(messages, eq(messages.id, notifications.subjectId))
    .leftJoin(recipients, isRecipient(notified.personId));
};

type Row = Omit<Awaited<ReturnType<typeof selectRows>>[number], "personId" | "role" | "sections">;

function toNotification(row: Row): Notification | null {
  const { _id, kind, path, subjectId, assignmentId, at, byId, byName, byRole } = row;
  const title = row.ownTitle ?? row.question ?? row.announced ?? row.message;
  if (title === null) return null;
  const by = byId && byName && byRole ? { _id: byId, name: byName, role: byRole } : null;
  const mentorFirst = kind === "reply" && row.mentorFirst ? { mentorFirst: true as const } : {};
  return { _id, kind, by, title, path, subjectId, assignmentId, at, ...mentorFirst };
}

/** Whether the class may see what the notification is about. */
const isOpenToAll = ({ kind, announced, appearsAt }: Row): boolean =>
  kind !== "announcement" || announced !== null && appearsAt === null;

/** Whether this person may still see what the notification is about. */
function isVisible(me: Actor, row: Row): boolean {
  const { kind, distributionTag, audience, doubtOf, stage } = row;
  if (row.isForAll) {
    return row.byId !== me._id && isOpenToAll(row) && isFor(me, row.announcedTo);
  }
  if (row.isTakenBack) return false;
  if (kind === "message") return row.isReceived;
  if (distributionTag === null) return false;
  if (doubtOf !== null && stage !== null) {
    const { isPrivate, programShown } = row;
    const doubt = toPolicy({
      studentId: doubtOf,
      private: isPrivate ?? true,
      programShown: programShown ?? "staff",
      stage,
      distributionTag,
      audience,
    });
    return canDoubt.read(me, doubt);
  }
  if (kind !== "assigned") return true;
  const assignedTo = row.isAssigned ? [{ _id: me._id }] : [];
  return canAssignment.read(me, { distributionTag, audience, assignedTo });
}

export type Delivery = { view: Notification; to: "all" | string[]; audience: Audience };

/** These notifications as their readers get them, oldest first, and who may see them now. */
export async function shownNow(db: Reader, ids: string[]): Promise<Delivery[]> {
  const rows = await selectRows(db).where(inArray(notifications.id, ids))
    .orderBy(notifications.id, notified.personId);
  return Array.from(Map.groupBy(rows, ({ _id }) => _id).values()).flatMap((same): Delivery[] => {
    const [row] = same;
    const view = row ? toNotification(row) : null;
    if (!row || view === null) return [];
    const { announcedTo: audience } = row;
    if (row.isForAll) return isOpenToAll(row) ? [{ view, to: "all", audience }] : [];
    const to = same.flatMap(({ personId, role, sections, ...row }) =>
      personId && role && isVisible({ _id: personId, role, sections }, row) ? personId : []
    );
    return [{ view, to, audience }];
  });
}

type ListAsk = { db: Reader; me: Actor; now: string };

/** The most that are read for a list: those about what became private take no place in it. */
const READ_MOST = 3 * KEPT_MOST;

/** All notifications of a person, newest first. */
export async function allOf({ db, me, now }: ListAsk): Promise<ListedNotification[]> {
  // The newest ids are joined first: PostgreSQL considers only the orders of the first eight tables
  // that a statement joins (join_collapse_limit). Later, it would join all doubts before.
  const rows = await db.select({
    ...columns,
    createdAt: notifications.createdAt,
    readAt: notified.readAt,
    isAllRead: sql<
      boolean
    >`coalesce(${notifications.id} <= ${notificationSettings.readUpTo}, false)`,
    ...columnsFor(me._id),
  }).from(sql`(${newestIds(me._id)}) as newest`)
    .innerJoin(notifications, sql`${notifications.id} = newest.id`)
    .leftJoin(
      notified,
      and(eq(notified.notificationId, notifications.id), eq(notified.personId, me._id)),
    )
    .leftJoin(notificationSettings, eq(notificationSettings.personId, me._id))
    .leftJoin(people, eq(people.id, notifications.byId))
    .leftJoin(doubts, eq(doubts.id, notifications.subjectId))
    .leftJoin(assignments, eq(assignments.id, notifications.assignmentId))
    .leftJoin(assignees, isAssignee(me._id))
    .leftJoin(announcements, eq(announcements.id, notifications.subjectId))
    .leftJoin(messages, eq(messages.id, notifications.subjectId))
    .leftJoin(recipients, isRecipient(me._id))
    .orderBy(desc(notifications.id));
  // Not in the statement: with one more parameter PostgreSQL would plan each call anew.
  const since = Date.parse(later(now, -KEPT_DAYS * 24 * 60));
  return rows.flatMap((row) => {
    if (Date.parse(row.createdAt) <= since) return [];
    const shown = isVisible(me, row) ? toNotification(row) : null;
    return shown === null ? [] : [{ ...shown, isRead: row.isAllRead || row.readAt !== null }];
  }).slice(0, KEPT_MOST);
}

/** Selects the ids of the newest notifications of a person and of the whole class. */
const newestIds = (personId: string) =>
  sql`(select notification_id as id from notified where person_id = ${personId}
      order by notification_id desc limit ${READ_MOST})
    union
    (select id from notifications where is_for_all order by id desc limit ${READ_MOST})
    order by id desc limit ${READ_MOST}`;

export async function listNotifications(ask: Ask, paging: ListQuery): Promise<NotificationPage> {
  const all = await allOf(ask);
  const { offset, end } = span(paging);
  return {
    notifications: all.slice(offset, end),
    unread: all.filter(({ isRead }) => !isRead).length,
    total: all.length,
  };
}

/** Those of these notifications that concern the person. */
export async function ownAmong({ db, me }: { db: Reader; me: Actor }, ids: string[]) {
  const rows = await db.select({ id: notifications.id }).from(notifications)
    .leftJoin(
      notified,
      and(eq(notified.notificationId, notifications.id), eq(notified.personId, me._id)),
    )
    .where(and(
      inArray(notifications.id, ids),
      or(eq(notifications.isForAll, true), sql`${notified.personId} is not null`),
    )).orderBy(notifications.id);
  return rows.map(({ id }) => id);
}

export type SettingsRow = typeof notificationSettings.$inferSelect;

export async function settingsRow(
  db: Reader,
  personId: string,
): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(notificationSettings)
    .where(eq(notificationSettings.personId, personId));
  return row;
}

export function toSettings(row: SettingsRow | undefined): Settings {
  const usual = usualSettings();
  if (row === undefined) return usual;
  const { quiet, digestHour, nudgesSince, version } = row;
  const ways = { ...usual.ways, ...row.ways };
  return { ways, quiet, digestHour, nudges: nudgesSince !== null, version };
}

/** Whether the person may get a push or a mail now: neither deleted nor disabled. */
export async function reachable(db: Reader, personId: string, now: string) {
  const [row] = await db.select({
    _id: people.id,
    ...pick(people, "role", "name", "email"),
    sections: SECTIONS_OF_PERSON,
  }).from(people).where(and(
    eq(people.id, personId),
    isNull(people.deletedAt),
    or(isNull(people.disabledUntil), lte(people.disabledUntil, now)),
  ));
  if (!row) return null;
  const { _id, role, sections, name, email } = row;
  return { me: { _id, role, sections }, name, email };
}
