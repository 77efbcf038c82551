/** Outgoing mail: a row in the transaction that causes it, sent after commit, retried until it is gone. */
import { createConnection as openConnection, type Socket } from "node:net";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { createTransport } from "nodemailer";

import type { Clock } from "./clock.ts";
import { later } from "./clock.ts";
import type { Db, Tx } from "./database.ts";
import { newId } from "./ids.ts";
import type { Log } from "./log.ts";
import { mails } from "./tables.ts";
import type { Tokens } from "./tokens.ts";

export type Mail = { to: { name: string; address: string }; subject: string; text: string };

/**
 * Writes a mail into the transaction; its content is sealed, because codes are in it.
 * @param wanted false leaves a row that is not sent: as much work, and as long
 */
export async function post(
  tx: Tx,
  { sealed, now, wanted = true }: { sealed: string; now: string; wanted?: boolean },
): Promise<void> {
  const sentAt = wanted ? null : now;
  await tx.insert(mails).values({ id: newId(), sealed, sentAt, dueAt: now, createdAt: now });
}

export type Postman = {
  /** Looks for due mail now instead of at the next round. */
  nudge(): void;
  stop(): Promise<void>;
};

/** The mail server will never take this mail: to try again is of no use. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** The mail server takes no mail from us, whoever it is for: a setting is wrong. */
export class MailSettingsRefused extends Error {
  override name = "MailSettingsRefused";
}

export type Sender = { send(id: string, mail: Mail): Promise<void>; close(): void };

const EVERY_MS = 2000;
/** Mails that one server sends at a time, each over a connection of its own. */
const AT_ONCE = 5;
/** After this a mail whose sender has died is taken by another. */
const LEASE_MINUTES = 2;
/** Well within the lease: a sender that lives keeps its mail, however slow SMTP is. */
const RENEW_MS = 20_000;
/** Until a mail that has gone is tried to be marked so again. */
const MARK_AGAIN_MS = 500;
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };
/** After this a mail is not tried any more: every code in it has run out by then. */
const OLDEST_HOURS = 48;
/** Failed mail waits 2ⁿ × 5 s, at most this long. */
const LONGEST_WAIT_MINUTES = 10;

type Options = {
  db: Db;
  clock: Clock;
  log: Log;
  tokens: Tokens;
  sender: Sender;
  /** Told once a mail has gone, or with what the server said when it refused it for good. */
  settled?: (address: string, refused: string | null) => Promise<void>;
  /** For tests with a short patience. */
  renewMs?: number;
};

export function startPostman(
  { db, clock, log, tokens, sender, settled, renewMs = RENEW_MS }: Options,
): Postman {
  let stopped = false;
  let again = false;
  const lanes = new Set<Promise<void>>();

  /** Taken by moving the due time: whoever takes a mail and dies leaves it to the next. */
  async function takeOne() {
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

  async function deliver(taken: typeof mails.$inferSelect): Promise<void> {
    const { id, sealed, attempts, createdAt } = taken;
    // Whoever takes it after us has counted one attempt more.
    const ours = and(eq(mails.id, id), eq(mails.attempts, attempts), isNull(mails.sentAt));
    const setDue = (minutes: number) =>
      db.update(mails).set({ dueAt: later(clock(), minutes) }).where(ours).then(() => {});
    let renewed: Promise<void> = Promise.resolve();
    const renewing = setInterval(() => {
      renewed = setDue(LEASE_MINUTES).catch((error) => {
        log.warn({ mail: id, error }, "a mail's lease could not be renewed");
      });
    }, renewMs);
    try {
      const mail = await tokens.unseal(sealed ?? "") as Mail;
      try {
        await sender.send(id, mail);
      } catch (error) {
        const refused = whyNever(error, later(createdAt, OLDEST_HOURS * 60) < clock());
        if (refused === null) throw error;
        log.warn({ mail: id, attempts, error }, "mail was refused for good");
        await settled?.(mail.to.address, refused);
        await db.update(mails).set({ sentAt: clock(), sealed: null, refused }).where(ours);
        return;
      }
      await markSent(id);
      await settled?.(mail.to.address, null).catch((error) => {
        log.warn({ mail: id, error }, "it could not be noted that a mail has gone");
      });
    } catch (error) {
      if (error instanceof MailSettingsRefused) {
        log.error(
          { mail: id, attempts, error },
          "the mail server refuses us: see SMTP_URL, MAIL_FROM",
        );
      } else log.warn({ mail: id, attempts, error }, "mail could not be sent");
      clearInterval(renewing);
      await renewed;
      await setDue(Math.min(LONGEST_WAIT_MINUTES, 2 ** attempts * 5 / 60));
    } finally {
      clearInterval(renewing);
    }
  }

  /** It has gone: if that cannot be written down now, it must not go again for that. */
  async function markSent(id: string): Promise<void> {
    for (;;) {
      try {
        await db.update(mails).set({ sentAt: clock(), sealed: null }).where(eq(mails.id, id));
        return;
      } catch (error) {
        log.warn({ mail: id, error }, "a mail was sent and could not be marked so");
        if (stopped) return;
        await new Promise((wait) => setTimeout(wait, MARK_AGAIN_MS));
      }
    }
  }

  /** One mail after the other, until none is due. */
  async function work(): Promise<void> {
    do {
      again = false;
      for (let mail; !stopped && (mail = await takeOne()) !== undefined;) {
        open();
        await deliver(mail);
      }
    } while (again && !stopped);
  }

  /** Another lane: a slow mail holds up its own only. */
  function open(): void {
    if (stopped) return;
    if (lanes.size >= AT_ONCE) {
      again = true;
      return;
    }
    const lane = work()
      .catch((error) => log.warn({ error }, "mail round failed"))
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  const timer = setInterval(open, EVERY_MS);
  open();
  return {
    nudge: open,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all(lanes);
      sender.close();
    },
  };
}

/** Why a mail that has just failed is not tried again, or null. */
function whyNever(error: unknown, isOld: boolean): string | null {
  if (error instanceof MailRefused) return error.message;
  return isOld ? `It could not be sent within ${OLDEST_HOURS} hours.` : null;
}

/** How many mails wait to be sent. */
export async function waitingMail(db: Db, now: string): Promise<number> {
  return await db.$count(mails, and(isNull(mails.sentAt), lte(mails.createdAt, now)));
}

/** Where an SMTP server listens when its address does not say. */
export const SMTP_PORTS: Record<string, number> = { "smtp:": 587, "smtps:": 465 };

type Opened = (error: Error | null, socket?: { connection: Socket }) => void;

/**
 * Connects by the server's name. Left to itself, nodemailer would look the name up and connect to an
 * address, of which the permissions know nothing.
 */
function socketTo(url: string) {
  const { protocol, hostname, port } = new URL(url);
  const at = { host: hostname.replace(/[[\]]/g, ""), port: Number(port || SMTP_PORTS[protocol]) };
  return (_options: unknown, opened: Opened) => {
    const connection = openConnection(at);
    const late = () => connection.destroy(new Error("The SMTP server does not answer."));
    connection.setTimeout(SMTP_TIMEOUTS.connectionTimeout, late);
    connection.once("error", opened);
    connection.once("connect", () => {
      connection.off("error", opened).off("timeout", late).setTimeout(0);
      opened(null, { connection });
    });
  };
}

/** Through an SMTP server; the message id lets it recognise a mail that is sent twice. */
export function smtpSender(url: string, from: string): Sender {
  const transport = createTransport(
    { url, pool: true, maxConnections: AT_ONCE, getSocket: socketTo(url), ...SMTP_TIMEOUTS },
    { from },
  );
  return {
    async send(id, mail) {
      try {
        await transport.sendMail({ ...mail, messageId: `<${id}@doubtless>` });
      } catch (error) {
        throw judged(error);
      }
    },
    close: () => transport.close(),
  };
}

/** What SMTP's commands about one mail are called; before them it is about us. */
const ABOUT_A_MAIL = new Set(["RCPT TO", "DATA"]);
/** "Authentication required", and the like: whatever it is said to, it is about us (RFC 4954). */
const ABOUT_US = new Set([530, 534, 535, 538]);
/** Enhanced codes of policy: relaying denied, not authorised (RFC 3463). */
const POLICY = /^\d{3}[ -]5\.7\./;

/** The server's 5xx is for good (RFC 5321); everything else may be otherwise later. */
function judged(error: unknown): unknown {
  const { responseCode = 0, response = "", command = "", code } = error as {
    responseCode?: number;
    response?: string;
    command?: string;
    code?: string;
  };
  if (responseCode < 500 || responseCode > 599) return code === "EAUTH" ? ours(error) : error;
  const isAboutUs = ABOUT_US.has(responseCode) || POLICY.test(response) ||
    !ABOUT_A_MAIL.has(command);
  if (isAboutUs) return ours(error);
  const said = response.split(/[\r\n]/, 1)[0]?.replace(/\p{Cc}/gu, " ").slice(0, 200);
  return new MailRefused(said || String(responseCode), { cause: error });
}

const ours = (error: unknown) =>
  new MailSettingsRefused(error instanceof Error ? error.message : "", { cause: error });

/** Without SMTP_URL: into the log, its code included. */
export function printingSender(print: (text: string) => void): Sender {
  return {
    send(_id, { to, subject, text }) {
      print(`\n  ✉ ${to.name} <${to.address}>\n    ${subject}\n${text.replace(/^/gm, "    ")}\n`);
      return Promise.resolve();
    },
    close: () => {},
  };
}
