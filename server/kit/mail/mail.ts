/** Outgoing mail: a row in the transaction that causes it, and the senders. `postman.ts` sends it. */
import { and, isNull, lte } from "drizzle-orm";
import { batches } from "../db/batches.ts";
import type { Db, Tx } from "../db/database.ts";
import { later } from "../core/clock.ts";
import { newId } from "../core/ids.ts";
import { mails } from "../db/tables.ts";

export type Mail = {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** Further headers, such as the one-click way to end mails of a kind (RFC 8058). */
  headers?: Record<string, string>;
  /** The hours in which it must not arrive, as times of day in the class's time zone. */
  quiet?: { from: string; to: string };
};

/**
 * Writes a mail into the transaction. Its content is encrypted, because it contains codes.
 * @param wanted false: write a row that is not sent, so that the work and the time are the same
 */
export async function queueMail(
  tx: Tx,
  { sealed, now, wanted = true }: { sealed: string; now: string; wanted?: boolean },
): Promise<void> {
  const sentAt = wanted ? null : now;
  await tx.insert(mails).values({ id: newId(), sealed, sentAt, dueAt: now, createdAt: now });
}

/** So many mails of a list leave in a minute: a code does not wait behind all of them. */
const LIST_A_MINUTE = 300;

export async function queueMails(tx: Tx, sealed: readonly string[], now: string): Promise<void> {
  const rows = sealed.map((one, at) => ({
    id: newId(),
    sealed: one,
    dueAt: later(now, at / LIST_A_MINUTE),
    createdAt: now,
  }));
  for (const some of batches(rows)) await tx.insert(mails).values(some);
}

/** The mail server refuses this mail for good: another try is of no use. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** The mail server refuses all our mail: a setting is wrong. */
export class MailSettingsRefused extends Error {
  override name = "MailSettingsRefused";
}

export type Sender = { send(id: string, mail: Mail): Promise<void>; close(): void };

/** The most mails that one server sends at a time, each over its own connection. */
export const AT_ONCE = 5;
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };
export async function countWaitingMail(db: Db, now: string): Promise<number> {
  return await db.$count(mails, and(isNull(mails.sentAt), lte(mails.createdAt, now)));
}

/** Its message id lets the server recognise a mail that is sent twice. */
export function smtpSender(url: string, from: string): Sender {
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    async send(id, mail) {
      transport ??= openTransport(url, from);
      const opened = await transport;
      try {
        await opened.sendMail({ ...mail, messageId: `<${id}@doubtless>` });
      } catch (error) {
        throw judged(error);
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** Loads nodemailer with the first mail: it takes 5 MB. */
async function openTransport(url: string, from: string) {
  const { createTransport } = await import("nodemailer");
  const options = { url, pool: true, maxConnections: AT_ONCE, ...SMTP_TIMEOUTS };
  return createTransport(options, { from });
}

/** The SMTP commands about a single mail. A failure of an earlier command is about us. */
const ABOUT_A_MAIL = new Set(["RCPT TO", "DATA"]);
/** "Authentication required" and similar replies are about us, after any command (RFC 4954). */
const ABOUT_US = new Set([530, 534, 535, 538]);
/** Enhanced codes of policy: relaying denied, not authorised (RFC 3463). */
const POLICY = /^\d{3}[ -]5\.7\./;

/** A 5xx is permanent (RFC 5321); every other failure may succeed later. */
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
  const answer = response.split(/[\r\n]/, 1)[0]?.replace(/\p{Cc}/gu, " ").slice(0, 200);
  return new MailRefused(answer || String(responseCode), { cause: error });
}

const ours = (error: unknown) =>
  new MailSettingsRefused(error instanceof Error ? error.message : "", { cause: error });

/** Without SMTP_URL, mails are printed in the log, with their codes. */
export function logSender(print: (text: string) => void): Sender {
  return {
    send(_id, { to, subject, text }) {
      print(`\n  ✉ ${to.name} <${to.address}>\n    ${subject}\n${text.replace(/^/gm, "    ")}\n`);
      return Promise.resolve();
    },
    close: () => {},
  };
}
