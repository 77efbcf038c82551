/**
 * Reads notifications with the permissions that the reader has now: what they may no longer see is
 * left out. Also their settings.
 */
import { and, desc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { announcements } from "../announcements/tables.ts";
import { can as canAssignment } from "../assignments/policy.ts";
import { assignees, assignments } from "../assignments/tables.ts";
import { can as canDoubt, toPolicy } from "../doubts/policy.ts";
import { doubts } from "../doubts/tables.ts";
import { later } from "../kit/core/clock.ts";
import type { Actor } from "../kit/core/roles.ts";
import { span } from "../kit/core/schema.ts";
import type { Reader } from "../kit/db/database.ts";
import { limitTo } from "../kit/db/search.ts";
import type { Ask } from "../kit/http/guard.ts";
import { messages, recipients } from "../messages/tables.ts";
import { people } from "../people/tables.ts";
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
  kind: notifications.kind,
  path: notifications.path,
  subjectId: notifications.subjectId,
  assignmentId: notifications.assignmentId,
  at: notifications.at,
  isForAll: notifications.isForAll,
  byId: notifications.byId,
  ownTitle: notifications.title,
  byName: people.name,
  byRole: people.role,
  question: assignments.title,
  distributionTag: assignments.distributionTag,
  doubtOf: doubts.studentId,
  isPrivate: doubts.private,
  programShown: doubts.programShown,
  stage: doubts.stage,
  mentorFirst: doubts.mentorFirst,
  announced: announcements.subject,
  appearsAt: announcements.appearsAt,
  message: messages.subject,
};

/** Selects notifications with what their words and the permissions need. */
const selectRows = (db: Reader) =>
  db.select(columns).from(notifications)
    .leftJoin(people, eq(people.id, notifications.byId))
    .leftJoin(doubts, eq(doubts.id, notifications.subjectId))
    .leftJoin(assignments, eq(assignments.id, notifications.assignmentId))
    .leftJoin(announcements, eq(announcements.id, notifications.subjectId))
    .leftJoin(messages, eq(messages.id, notifications.subjectId));

type Row = Awaited<ReturnType<typeof selectRows>>[number];

function toNotification(row: Row): Notification | null {
  const { _id, kind, path, subjectId, assignmentId, at, byId, byName, byRole } = row;
  const title = row.ownTitle ?? row.question ?? row.announced ?? row.message;
  if (title === null) return null;
  const by = byId && byName && byRole ? { _id: byId, name: byName, role: byRole } : null;
  const mentorFirst = kind === "reply" && row.mentorFirst ? { mentorFirst: true as const } : {};
  return { _id, kind, by, title, path, subjectId, assignmentId, at, ...mentorFirst };
}

/** Whether this person may still see what the notification is about. */
function isVisible(me: Actor, row: Row, { isAssigned }: { isAssigned: boolean }): boolean {
  const { kind, distributionTag, doubtOf, stage } = row;
  if (row.isForAll && row.byId === me._id) return false;
  if (kind === "announcement") return row.announced !== null && row.appearsAt === null;
  if (kind === "message" || kind === "poll") return true;
  if (distributionTag === null) return false;
  if (doubtOf !== null && stage !== null) {
    const { isPrivate, programShown } = row;
    const doubt = toPolicy({
      studentId: doubtOf,
      private: isPrivate ?? true,
      programShown: programShown ?? "staff",
      stage,
      distributionTag,
    });
    return canDoubt.read(me, doubt);
  }
  if (kind !== "assigned") return true;
  const assignedTo = isAssigned ? [{ _id: me._id }] : [];
  return canAssignment.read(me, { distributionTag, assignedTo });
}

/** The views of these notifications, as everyone whom they concern gets them. */
export async function notificationsWith(db: Reader, ids: string[]): Promise<Notification[]> {
  if (ids.length === 0) return [];
  const rows = await selectRows(db).where(inArray(notifications.id, ids))
    .orderBy(notifications.id);
  return rows.flatMap((row) => toNotification(row) ?? []);
}

type Asked = { db: Reader; me: Actor; now: string };

/** All notifications of a person, newest first. */
export async function allOf({ db, me, now }: Asked): Promise<ListedNotification[]> {
  // The newest ids are joined first: PostgreSQL considers only the orders of the first eight tables
  // that a statement joins (join_collapse_limit). Later, it would join all doubts before.
  const rows = await db.select({
    ...columns,
    createdAt: notifications.createdAt,
    readAt: notified.readAt,
    isAllRead: sql<
      boolean
    >`coalesce(${notifications.id} <= ${notificationSettings.readUpTo}, false)`,
    isAssigned: sql<boolean>`${assignees.studentId} is not null`,
    isReceived: sql<boolean>`${recipients.personId} is not null`,
    isTakenBack: sql<boolean>`${notifications.kind} = 'merged' and not exists (
      select from doubts as merged
      where merged.merged_into_id = ${notifications.subjectId} and merged.student_id = ${me._id})`,
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
    .leftJoin(
      assignees,
      and(eq(assignees.assignmentId, assignments.id), eq(assignees.studentId, me._id)),
    )
    .leftJoin(announcements, eq(announcements.id, notifications.subjectId))
    .leftJoin(messages, eq(messages.id, notifications.subjectId))
    .leftJoin(
      recipients,
      and(eq(recipients.messageId, messages.id), eq(recipients.personId, me._id)),
    )
    .orderBy(desc(notifications.id));
  // Not in the statement: with one more parameter PostgreSQL would plan each call anew.
  const since = Date.parse(later(now, -KEPT_DAYS * 24 * 60));
  return rows.flatMap((row) => {
    if (Date.parse(row.createdAt) <= since) return [];
    if (row.kind === "message" && !row.isReceived || row.isTakenBack) return [];
    const shown = isVisible(me, row, row) ? toNotification(row) : null;
    return shown === null ? [] : [{ ...shown, isRead: row.isAllRead || row.readAt !== null }];
  });
}

/** Selects the ids of the newest notifications of a person and of the whole class. */
const newestIds = (personId: string) =>
  sql`(select notification_id as id from notified where person_id = ${personId}
      order by notification_id desc ${limitTo(KEPT_MOST)})
    union
    (select id from notifications where is_for_all order by id desc ${limitTo(KEPT_MOST)})
    order by id desc ${limitTo(KEPT_MOST)}`;

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
export async function ownAmong(
  { db, me }: { db: Reader; me: Actor },
  ids: string[],
): Promise<string[]> {
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
export async function reachable(
  db: Reader,
  personId: string,
  now: string,
): Promise<{ me: Actor; name: string; email: string } | null> {
  const [row] = await db.select({
    _id: people.id,
    role: people.role,
    name: people.name,
    email: people.email,
  }).from(people).where(and(
    eq(people.id, personId),
    isNull(people.deletedAt),
    or(isNull(people.disabledUntil), lte(people.disabledUntil, now)),
  ));
  return row ? { me: { _id: row._id, role: row.role }, name: row.name, email: row.email } : null;
}
