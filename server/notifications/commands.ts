/**
 * Follows the event log and notes whom each event concerns, and what webhooks tell of it; marks as
 * read; keeps the settings and the browsers that get pushes.
 *
 * The place in the log and the rows that follow from it are written in one transaction by the one
 * server that holds the lock: so each event is noted once, however many servers there are and
 * whenever one of them dies, and no write waits for this.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import { sharers } from "../doubts/tables.ts";
import { badField, stale } from "../kit/core/errors.ts";
import { batches } from "../kit/db/batches.ts";
import { newId } from "../kit/core/ids.ts";
import type { LoggedEvent, Parts } from "../kit/core/parts.ts";
import type { Me } from "../kit/core/roles.ts";
import { isStaff } from "../kit/core/roles.ts";
import { createRounds } from "../kit/core/rounds.ts";
import { isPushEndpoint } from "../kit/mail/push.ts";
import { eventsAfter } from "../live/log_reader.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce, lockCommitOrder, transact } from "../live/outbox.ts";
import { type Room, userRoom } from "../live/rooms.ts";
import { roomsFor } from "../sections/queries.ts";
import { causesEnded, mayConcern, type Notice, noticesOf } from "./policy.ts";
import { ownAmong, shownNow, toSettings } from "./queries.ts";
import {
  BROWSERS_MOST,
  KINDS,
  type ReadAllInput,
  type ReadInput,
  type Settings,
  type SettingsInput,
  type SubscriptionInput,
} from "./schema.ts";
import {
  notificationProgress,
  notifications,
  notificationSettings,
  notified,
  pushSubscriptions,
} from "./tables.ts";
import { mayBeTold } from "../webhooks/policy.ts";
import { queueDeliveries } from "../webhooks/writes.ts";
import { queuePushes } from "./push/writes.ts";
import { moveDigest, queueMails } from "./mail/writes.ts";

/** Starts to follow at the end of the log, unless a server has followed it before. */
async function beginAtEnd({ database: { db } }: Pick<Parts, "database">): Promise<void> {
  await db.execute(sql`
    insert into ${notificationProgress} (one, seq)
    select true, coalesce((select max(seq) from events), 0) on conflict do nothing`);
}

/** Reads one part of the log. @returns whether there may be more, and no other server reads it */
async function followOnce(parts: Parts): Promise<boolean> {
  return await transact(parts, async (act) => {
    const [at] = await act.db.select({ seq: notificationProgress.seq })
      .from(notificationProgress).for("update", { skipLocked: true });
    if (at === undefined) return false;
    // With the one before: an entry's event is understood with the card that is logged before it.
    const { events: all, mayBeMore } = await eventsAfter(act.db as never, at.seq - 1);
    const events = all.filter(({ seq }) => seq > at.seq);
    const last = events.at(-1);
    if (last === undefined) return false;
    await act.db.update(notificationProgress).set({ seq: last.seq });
    const gone = events.flatMap(causesEnded);
    if (gone.length > 0) {
      await act.db.delete(notifications).where(inArray(notifications.cause, gone));
    }
    const bySeq = new Map(all.map((event) => [event.seq, event]));
    const notices = events.flatMap((event) => {
      const { seq, at } = event;
      // What is news when it is logged stays so, however late it is noted.
      return noticesOf(event, { seq, before: bySeq.get(seq - 1), now: at });
    });
    await queueDeliveries(act, { events, all });
    await note(act, notices.filter(({ cause }) => !gone.includes(cause)));
    return mayBeMore;
  });
}

/**
 * Stores notices that are new, queues pushes and mails, and tells the people whom they concern.
 * This comes last in a transaction: see `announceNoted`.
 */
export async function note(act: Act<Me | null>, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const { db, now } = act;
  const rows = notices.map(({ to, byId = null, assignmentId = null, ...notice }) => ({
    ...notice,
    id: newId(),
    // The event of an announcement does not say who wrote it, that of a merge not on which question.
    byId: notice.kind === "announcement"
      ? sql`(select sender_id from announcements where id = ${notice.subjectId})`
      : byId,
    assignmentId: notice.kind === "merged"
      ? sql`(select assignment_id from doubts where id = ${notice.subjectId})`
      : assignmentId,
    isForAll: to === "all",
    createdAt: now,
  }));
  const ids: string[] = [];
  for (const batch of batches(rows)) {
    const added = await db.insert(notifications).values(batch).onConflictDoNothing()
      .returning({ id: notifications.id });
    ids.push(...added.map(({ id }) => id));
  }
  const isAdded = new Set(ids);
  const noted = notices.map((notice, place) => ({ ...notice, id: rows[place]?.id ?? "" }))
    .filter(({ id }) => isAdded.has(id));
  const sharing = await sharersIn(act, noted);
  const people = noted.flatMap((notice) =>
    peopleOf(notice, sharing).map((personId) => ({ personId, notificationId: notice.id }))
  );
  for (const batch of batches(people)) {
    await db.insert(notified).values(batch).onConflictDoNothing();
  }
  await queuePushes(act, ids);
  await queueMails(act, ids);
  await announceNoted(act, ids);
}

/**
 * Tells those who may see these notifications now. A moment has passed since the events, so a merge
 * may have been taken back, or a doubt may have become private. They are read under the
 * commit-order lock: what hides one or changes its title is either seen here, or its own event
 * comes later and reaches those who were told. Request no other lock after this.
 */
async function announceNoted(act: Act<Me | null>, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockCommitOrder(act.db);
  for (const { view, to, audience } of await shownNow(act.db, ids)) {
    const rooms: Room[] = to === "all" ? roomsFor(audience) : to.map(userRoom);
    if (rooms.length > 0) announce(act, "notification.made", rooms, view);
  }
}

/** By the doubt's id: those who have the doubts of these notices, too. */
async function sharersIn({ db }: Act<Me | null>, notices: Notice[]) {
  const ids = notices.flatMap(({ to }) => to !== "all" && "sharersOf" in to ? to.sharersOf : []);
  if (ids.length === 0) return new Map<string, string[]>();
  const rows = await db.select({ doubtId: sharers.doubtId, id: sharers.studentId }).from(sharers)
    .where(inArray(sharers.doubtId, [...new Set(ids)]));
  const of = Map.groupBy(rows, ({ doubtId }) => doubtId);
  return new Map(Array.from(of, ([doubtId, all]) => [doubtId, all.map(({ id }) => id)]));
}

/** Returns the people whom a notice concerns: all but the one who caused it. */
function peopleOf({ to, byId }: Notice, sharing: ReadonlyMap<string, string[]>): string[] {
  if (to === "all") return [];
  const all = "people" in to ? to.people : sharing.get(to.sharersOf) ?? [];
  return [...new Set(all)].filter((one) => one !== byId);
}

export type Follower = Awaited<ReturnType<typeof startFollower>>;

/** A notification of the database may be lost, so the log is also looked at this often. */
const SWEEP_MS = 3000;
/**
 * Events are collected for this long, so that a busy class costs one transaction, and a reply's
 * broadcast need not share the processor with it (tests/bench/README.md has the figures).
 */
const COLLECT_MS = 500;

/** Follows the log on this server. Several servers take turns. */
export async function startFollower(parts: Parts) {
  // Before the server answers: an event that it logs meanwhile would be before the end.
  await beginAtEnd(parts);
  let isStopped = false;
  const rounds = createRounds(async () => {
    while (await followOnce(parts) && !isStopped);
  }, {
    wait: COLLECT_MS,
    failed: (error) => parts.log.warn({ error }, "notifications could not be derived"),
  });
  const timer = setInterval(() => rounds.ask(), SWEEP_MS);
  rounds.ask(0);
  return {
    /** Called with events that are new in the log. */
    notify(events: readonly Pick<LoggedEvent, "type">[]): void {
      if (events.some(({ type }) => mayConcern(type) || mayBeTold(type))) rounds.ask();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await rounds.stop();
    },
  };
}

/** Marks these as read. Those that do not concern the person are left out. */
export async function read(act: Act, { ids }: ReadInput): Promise<void> {
  const { db, me, now } = act;
  const own = await ownAmong(act, ids);
  if (own.length === 0) return;
  await db.insert(notified)
    .values(own.map((notificationId) => ({ personId: me._id, notificationId, readAt: now })))
    .onConflictDoUpdate({
      target: [notified.personId, notified.notificationId],
      set: { readAt: sql`coalesce(notified.read_at, excluded.read_at)` },
    });
  announce(act, "notification.read", [userRoom(me._id)], { ids: own, upTo: null });
}

/** Marks this one and all older ones as read. */
export async function readAll(act: Act, { upTo }: ReadAllInput): Promise<void> {
  const { db, me } = act;
  const [own] = await ownAmong(act, [upTo]);
  if (own === undefined) throw badField("upTo", "There is no such notification of yours.");
  await db.insert(notificationSettings).values({ personId: me._id, readUpTo: upTo })
    .onConflictDoUpdate({
      target: notificationSettings.personId,
      set: { readUpTo: sql`greatest(notification_settings.read_up_to, excluded.read_up_to)` },
    });
  announce(act, "notification.read", [userRoom(me._id)], { ids: [], upTo });
}

/** @throws Refusal 409 when the settings have been changed since this version */
export async function changeSettings(act: Act, wanted: SettingsInput): Promise<Settings> {
  const { db, me, now } = act;
  await db.insert(notificationSettings).values({ personId: me._id }).onConflictDoNothing();
  const [before] = await db.select().from(notificationSettings)
    .where(eq(notificationSettings.personId, me._id)).for("update");
  const { version, ways, quiet, digestHour, nudges } = wanted;
  if (before && version !== undefined && version !== before.version) {
    throw stale(toSettings(before));
  }
  if (nudges && !isStaff(me)) throw badField("nudges", "Only staff are told of long waits.");
  const [row] = await db.update(notificationSettings).set({
    ...(ways && { ways: { ...before?.ways, ...ways } }),
    ...(quiet !== undefined && { quiet }),
    ...(digestHour !== undefined && { digestHour }),
    ...(nudges !== undefined && { nudgesSince: nudges ? before?.nudgesSince ?? now : null }),
    version: sql`version + 1`,
  }).where(eq(notificationSettings.personId, me._id)).returning();
  const settings = toSettings(row);
  if (settings.digestHour !== before?.digestHour) await moveDigest(act, settings.digestHour);
  announce(act, "notification.settings", [userRoom(me._id)], settings);
  return settings;
}

/** Ends the mails of these kinds, as the link in a mail asks: without a sign-in. */
export async function endMails(
  act: Act<null>,
  { personId, kinds }: { personId: string; kinds: string[] },
): Promise<void> {
  const { db } = act;
  await db.insert(notificationSettings).values({ personId }).onConflictDoNothing();
  const [before] = await db.select().from(notificationSettings)
    .where(eq(notificationSettings.personId, personId)).for("update");
  const { ways } = toSettings(before);
  const ended = KINDS.filter((kind) => kinds.includes(kind) && ways[kind].mail)
    .map((kind) => [kind, { ...ways[kind], mail: false }]);
  if (ended.length === 0) return;
  const [row] = await db.update(notificationSettings)
    .set({ ways: { ...before?.ways, ...Object.fromEntries(ended) }, version: sql`version + 1` })
    .where(eq(notificationSettings.personId, personId)).returning();
  announce(act, "notification.settings", [userRoom(personId)], toSettings(row));
}

/** Adds a browser. Beyond the most, the one that was added first is removed. */
export async function subscribe(
  act: Act,
  { endpoint, keys }: SubscriptionInput,
  sessionId: string,
): Promise<void> {
  const { db, me, now } = act;
  if (!isPushEndpoint(endpoint)) {
    throw badField("endpoint", "This is not the address of a known push service.");
  }
  // Two people may share a browser: the last one to subscribe it has it.
  const row = { personId: me._id, sessionId, ...keys, createdAt: now };
  await takeLock(db, "browsers", me._id);
  await db.insert(pushSubscriptions).values({ id: newId(), endpoint, ...row })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
  const beyond = db.select({ id: pushSubscriptions.id }).from(pushSubscriptions)
    .where(eq(pushSubscriptions.personId, me._id))
    .orderBy(sql`created_at desc, id desc`).offset(BROWSERS_MOST);
  await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, beyond));
}

export async function unsubscribe({ db, me }: Act, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(
    and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.personId, me._id)),
  );
}
