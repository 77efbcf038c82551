/** Sends the mails that are due, several at a time, and tries each again until it is sent. */
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Clock, later } from "../core/clock.ts";
import type { Log } from "../core/log.ts";
import { createLanes } from "../core/rounds.ts";
import { within } from "../core/within.ts";
import type { Db } from "../db/database.ts";
import { mails } from "../db/tables.ts";
import type { Tokens } from "../security/tokens.ts";
import { AT_ONCE, type Mail, MailRefused, MailSettingsRefused, type Sender } from "./mail.ts";

export type MailWorker = ReturnType<typeof startMailWorker>;

/** When the sender of a mail dies, another server takes the mail after this time. */
const LEASE_MINUTES = 2;
/** Within the lease: a mail that takes longer is tried again, under the same message id. */
const SEND_MS = 90_000;
/** The longest time that a mail under way delays a stop. After its lease it is sent again. */
const GRACE_MS = 5000;
/** When a sent mail could not be marked as sent, the mark will be retried after this time. */
const MARK_AGAIN_MS = 500;
/** An older mail is not tried any more: every code in it has expired. */
const OLDEST_HOURS = 48;
/** A failed mail waits 2ⁿ × 5 s, at most this long. */
const LONGEST_WAIT_MINUTES = 10;

type Options = {
  db: Db;
  clock: Clock;
  log: Log;
  tokens: Tokens;
  sender: Sender;
  /** When a mail may leave: now, or at the end of its quiet hours. */
  leavesAt?: (mail: Mail) => string;
  /** Called when a mail is sent, or with the server's words when it was refused for good. */
  onSettled?: (address: string, refused: string | null) => Promise<void>;
  /** For tests with short waits. */
  sendMs?: number;
  graceMs?: number;
};

type MailRow = typeof mails.$inferSelect;

export function startMailWorker(options: Options) {
  const { log, sender, graceMs = GRACE_MS } = options;
  let isStopped = false;
  const lanes = createLanes({
    take: () => takeOne(options),
    handle: (mail) => deliver(options, mail, () => isStopped),
    most: () => AT_ONCE,
    failed: (error) => log.warn({ error }, "mail round failed"),
  });
  lanes.nudge();
  return {
    /** Looks for due mail now instead of in the next round. */
    nudge: lanes.nudge,
    async stop(): Promise<void> {
      isStopped = true;
      await within(graceMs, lanes.stop(), () => new Error("A mail is still under way."))
        .catch(() => {});
      sender.close();
    },
  };
}

/** Due when the lease ends, so that another server sends it if this one dies. */
async function takeOne({ db, clock }: Options): Promise<MailRow | undefined> {
  const now = clock();
  const [taken] = await db.update(mails)
    .set({ dueAt: later(now, LEASE_MINUTES), attempts: sql`${mails.attempts} + 1` })
    .where(
      sql`${mails.id} in (
        select id from mails where sent_at is null and due_at <= ${now}
        order by due_at limit 1 for update skip locked
      )`,
    )
    .returning();
  return taken;
}

/** Only while this server holds the lease: taking it increases `attempts`. */
async function update(
  { db }: Options,
  { id, attempts }: MailRow,
  changes: Partial<typeof mails.$inferInsert>,
): Promise<void> {
  await db.update(mails).set(changes)
    .where(and(eq(mails.id, id), eq(mails.attempts, attempts), isNull(mails.sentAt)));
}

/** Tries to send a mail. When that fails, the mail is due again later. */
async function deliver(options: Options, mail: MailRow, isStopped: () => boolean) {
  const { clock, log } = options;
  const { id, attempts } = mail;
  try {
    await sendOnce(options, mail, isStopped);
  } catch (error) {
    if (error instanceof MailSettingsRefused) {
      const advice = "the mail server refuses us: see SMTP_URL, MAIL_FROM";
      log.error({ mail: id, attempts, error }, advice);
    } else log.warn({ mail: id, attempts, error }, "mail could not be sent");
    const minutes = Math.min(LONGEST_WAIT_MINUTES, 2 ** attempts * 5 / 60);
    await update(options, mail, { dueAt: later(clock(), minutes) });
  }
}

/**
 * Sends the mail and marks it as sent or as refused for good; in its quiet hours it waits for their
 * end.
 * @throws errors after which it may be tried again
 */
async function sendOnce(options: Options, taken: MailRow, isStopped: () => boolean) {
  const { clock, log, tokens, sender, onSettled: settled, leavesAt, sendMs = SEND_MS } = options;
  const { id, sealed, attempts, createdAt } = taken;
  let mail: Mail | null = null;
  try {
    mail = await tokens.unseal(sealed ?? "") as Mail;
    // The quiet hours may have begun since a first try, or while no server was running.
    const dueAt = leavesAt?.(mail) ?? "";
    if (dueAt > clock()) return await update(options, taken, { dueAt });
    await within(sendMs, sender.send(id, mail), () => new Error("The mail took too long."));
  } catch (error) {
    const refused = whyNever(error, later(createdAt, OLDEST_HOURS * 60) < clock());
    if (refused === null) throw error;
    log.warn({ mail: id, attempts, error }, "mail was refused for good");
    // With another AUTH_SECRET it cannot be read, and nobody knows to whom it should go.
    if (mail) await settled?.(mail.to.address, refused);
    return await update(options, taken, { sentAt: clock(), sealed: null, refused });
  }
  await markSent(options, id, isStopped);
  await settled?.(mail.to.address, null).catch((error) => {
    log.warn({ mail: id, error }, "a mail was sent, but admins do not see it yet");
  });
}

/** Marks a mail as sent. It tries until this succeeds: otherwise the mail would be sent twice. */
async function markSent({ db, clock, log }: Options, id: string, isStopped: () => boolean) {
  for (;;) {
    try {
      await db.update(mails).set({ sentAt: clock(), sealed: null }).where(eq(mails.id, id));
      return;
    } catch (error) {
      log.warn({ mail: id, error }, "a mail was sent, but could not be marked as sent");
      if (isStopped()) return;
      await sleep(MARK_AGAIN_MS);
    }
  }
}

/** The reason why a failed mail is not tried again; null when it is. */
function whyNever(error: unknown, isOld: boolean): string | null {
  if (error instanceof MailRefused) return error.message;
  return isOld ? `It could not be sent within ${OLDEST_HOURS} hours.` : null;
}
