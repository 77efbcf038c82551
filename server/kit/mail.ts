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
 * @param wanted false leaves an empty row: as much work, and nothing to send
 */
export async function post(
  tx: Tx,
  { sealed, now, wanted = true }: { sealed: string; now: string; wanted?: boolean },
): Promise<void> {
  const content = wanted ? { sealed } : { sentAt: now };
  await tx.insert(mails).values({ id: newId(), ...content, dueAt: now, createdAt: now });
}

export type Postman = {
  /** Looks for due mail now instead of at the next round. */
  nudge(): void;
  stop(): Promise<void>;
};

export type Sender = { send(id: string, mail: Mail): Promise<void>; close(): void };

const EVERY_MS = 2000;
const AT_ONCE = 20;
/** How long one server may take over a mail before another tries. */
const LEASE_MINUTES = 2;
/** Together well within the lease. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };
/** Failed mail waits 2ⁿ × 5 s, at most this long. */
const LONGEST_WAIT_MINUTES = 10;

export function startPostman(
  { db, clock, log, tokens, sender }: {
    db: Db;
    clock: Clock;
    log: Log;
    tokens: Tokens;
    sender: Sender;
  },
): Postman {
  let stopped = false;
  let again = false;
  let round: Promise<void> | null = null;

  async function deliver(): Promise<void> {
    const now = clock();
    // Taken by moving the due time: whoever takes a mail and dies leaves it to the next.
    const taken = await db.update(mails)
      .set({ dueAt: later(now, LEASE_MINUTES), attempts: sql`${mails.attempts} + 1` })
      .where(
        sql`${mails.id} in (
          select id from mails where sent_at is null and due_at <= ${now}
          order by due_at limit ${AT_ONCE} for update skip locked
        )`,
      )
      .returning();
    await Promise.all(taken.map(async ({ id, sealed, attempts }) => {
      try {
        await sender.send(id, await tokens.unseal(sealed ?? "") as Mail);
        await db.update(mails).set({ sentAt: clock(), sealed: null }).where(eq(mails.id, id));
      } catch (error) {
        log.warn({ mail: id, attempts, error }, "mail could not be sent");
        const wait = Math.min(LONGEST_WAIT_MINUTES, 2 ** attempts * 5 / 60);
        await db.update(mails).set({ dueAt: later(clock(), wait) })
          .where(and(eq(mails.id, id), isNull(mails.sentAt)));
      }
    }));
    if (taken.length === AT_ONCE) again = true;
  }

  function nudge(): void {
    if (stopped) return;
    if (round) {
      again = true;
      return;
    }
    again = false;
    round = deliver()
      .catch((error) => log.warn({ error }, "mail round failed"))
      .finally(() => {
        round = null;
        if (again) nudge();
      });
  }

  const timer = setInterval(nudge, EVERY_MS);
  nudge();
  return {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await round;
      sender.close();
    },
  };
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
    { url, pool: true, getSocket: socketTo(url), ...SMTP_TIMEOUTS },
    { from },
  );
  return {
    async send(id, mail) {
      await transport.sendMail({ ...mail, messageId: `<${id}@doubtless>` });
    },
    close: () => transport.close(),
  };
}

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
