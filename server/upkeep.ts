/** What the server repeats: upkeep, things whose time has come, and notifications. */
import { and, asc, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { appear as appearAnnouncement } from "./announcements/commands.ts";
import { announcements } from "./announcements/tables.ts";
import { appear as appearAssignment } from "./assignments/scheduled/commands.ts";
import { assignments } from "./assignments/tables.ts";
import { storeVisits } from "./auth/sessions/commands.ts";
import { appear as appearBriefing } from "./briefings/commands.ts";
import { briefings } from "./briefings/tables.ts";
import { endLapsedClaims as endLapsedDoubtClaims } from "./doubts/commands.ts";
import type { Log } from "./kit/core/log.ts";
import type { Parts } from "./kit/core/parts.ts";
import type { Reader } from "./kit/db/database.ts";
import type { PushSender } from "./kit/mail/push.ts";
import type { Undo } from "./kit/process/exit_messages.ts";
import { endDue as endDueClassSession } from "./class-sessions/commands.ts";
import { classSessions } from "./class-sessions/tables.ts";
import { type Act, transact } from "./live/outbox.ts";
import { deleteExpired } from "./live/retention.ts";
import type { Sockets } from "./live/sockets/sockets.ts";
import { startFollower } from "./notifications/commands.ts";
import { nudgeMentors, sendMails } from "./notifications/mail/commands.ts";
import { sendPushes } from "./notifications/push/commands.ts";
import { removePerson } from "./people/removals/commands.ts";
import { removals } from "./people/removals/tables.ts";
import { removeStoredCopies } from "./personal/commands.ts";
import { closeDue as closeQuickQuestion } from "./quick-questions/commands.ts";
import { quickQuestions } from "./quick-questions/tables.ts";
import { endLapsedClaims as endLapsedReviewClaims } from "./reviews/commands.ts";
import { forgetBefores } from "./terms/commands.ts";
import { createWebhookSender } from "./webhooks/sending/commands.ts";

const SWEEP_MS = 5000;
const APPEAR_MS = 1000;
/** How often the server looks for pushes and mails that are due, and for doubts that wait long. */
const TELL_MS = 2000;
const NUDGE_MS = 10_000;
const VISITS_MS = 20_000;
const TIDY_MS = 10 * 60_000;
/** The most of a kind in one round. */
const ROUND_MOST = 50;

type ScheduledKind = {
  id: PgColumn;
  /** When it is due. */
  at: PgColumn;
  /** Which of them can be due. */
  which?: SQL;
  /** Does what is due, unless another server has it. */
  carryOut(act: Act<null>, id: string): Promise<void>;
};

/** Prepared things appear, quick questions close, sessions end, people are removed. */
const SCHEDULED_KINDS: ScheduledKind[] = [
  { id: announcements.id, at: announcements.appearsAt, carryOut: appearAnnouncement },
  { id: briefings.id, at: briefings.appearsAt, carryOut: appearBriefing },
  { id: assignments.id, at: assignments.appearsAt, carryOut: appearAssignment },
  {
    id: quickQuestions.id,
    at: quickQuestions.closesAt,
    which: isNull(quickQuestions.closedAt),
    carryOut: closeQuickQuestion,
  },
  {
    id: classSessions.id,
    at: classSessions.endsAt,
    which: isNull(classSessions.endedAt),
    carryOut: endDueClassSession,
  },
  {
    id: removals.personId,
    at: removals.dueAt,
    which: isNull(removals.removedAt),
    carryOut: removePerson,
  },
];

/** What is due of a kind, the earliest first. */
const dueOf = (db: Reader, { id, at, which }: ScheduledKind, now: string) =>
  db.select({ id: sql<string>`${id}` }).from(id.table)
    .where(and(which, lte(at, now))).orderBy(asc(at), asc(id)).limit(ROUND_MOST);

/** @returns functions that end it */
export function startUpkeep(parts: Parts, sockets: Sockets): Undo[] {
  const { env, clock, log, database } = parts;
  return [
    repeat(SWEEP_MS, log, () => transact(parts, endLapsedDoubtClaims)),
    repeat(SWEEP_MS, log, () => transact(parts, endLapsedReviewClaims)),
    repeat(APPEAR_MS, log, () => carryOutDue(parts)),
    repeat(VISITS_MS, log, () => storeVisits(parts, sockets.visits())),
    repeat(TIDY_MS, log, () => deleteExpired(database.db, clock(), { auditDays: env.auditDays })),
    repeat(TIDY_MS, log, () => forgetBefores(parts)),
    repeat(TIDY_MS, log, () => removeStoredCopies(parts)),
  ];
}

/**
 * Does all that is due, once: one transaction for one thing, which skips a row that another server
 * has locked or done. What is due while no server runs is done at the next start. A thing that fails
 * is logged, and does not delay the others.
 */
async function carryOutDue(parts: Parts): Promise<void> {
  const { database: { db }, clock, log } = parts;
  const now = clock();
  await Promise.all(SCHEDULED_KINDS.map(async (kind) => {
    for (const { id } of await dueOf(db, kind, now)) {
      await transact(parts, (act) => kind.carryOut(act, id))
        .catch((error) => log.warn({ error, id }, "something prepared could not appear"));
    }
  }));
}

/** Follows the log to make notifications, and sends them by push, mail and webhooks. */
export async function startNotifications(parts: Parts, pushes?: PushSender) {
  const { log } = parts;
  const follower = await startFollower(parts);
  const webhooks = createWebhookSender(parts);
  const stops = [
    webhooks.stop,
    repeat(TELL_MS, log, webhooks.round),
    repeat(TELL_MS, log, () => sendPushes(parts, pushes)),
    repeat(TELL_MS, log, () => sendMails(parts)),
    repeat(NUDGE_MS, log, () => nudgeMentors(parts)),
    follower.stop,
  ];
  return { follower, stops };
}

/** Repeats the work, one run at a time, until the returned function is called. */
function repeat(ms: number, log: Log, work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error) => log.warn({ error }, "a round of upkeep failed"))
      .finally(() => running = null);
  }, ms);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
