/** One-time codes: the one valid code of an address for a purpose, and the mail with it. */
import { randomInt } from "node:crypto";
import { type Column, type SQL, sql } from "drizzle-orm";
import { later, timeOfDay } from "../core/clock.ts";
import type { Tx } from "../db/database.ts";
import { type Mail, queueMail } from "../mail/mail.ts";
import type { Parts } from "../core/parts.ts";
import { codes } from "../db/tables.ts";
import type { Tokens } from "./tokens.ts";

/** How long a code is valid, in minutes. */
export const CODE_MINUTES = 10;

export type Purpose = "verify" | "password" | "link" | "delete";
type CodeUse = { purpose: Purpose; email: string; minutes?: number };

export const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** The columns of a code that is asked for now. */
export const freshCode = (
  { now, tokens }: { now: string; tokens: Tokens },
  { purpose, email, code, minutes = CODE_MINUTES }: CodeUse & { code: string },
) => ({
  hash: tokens.hashCode(purpose, email, code),
  guesses: 0,
  askedAt: now,
  expiresAt: later(now, minutes),
});

/** How many replaced codes are told apart from wrong ones. */
const EARLIER_MOST = 5;

/** The replaced codes of a row whose code is replaced now. */
export const withEarlier = ({ hash, earlier }: { hash: Column; earlier: Column }): SQL =>
  sql`(array_prepend(${hash}, ${earlier}))[1:${sql.raw(String(EARLIER_MOST))}]`;

/** Makes a code. The address's earlier code for the purpose becomes invalid. */
export async function newCode(
  { db, now, tokens }: { db: Tx; now: string; tokens: Tokens },
  coded: CodeUse,
): Promise<string> {
  const { purpose, email } = coded;
  const code = randomCode();
  const fresh = { ...freshCode({ now, tokens }, { ...coded, code }), usedAt: null };
  await db.insert(codes).values({ email, purpose, ...fresh }).onConflictDoUpdate({
    target: [codes.email, codes.purpose],
    set: { ...fresh, earlier: withEarlier(codes) },
  });
  return code;
}

type Surroundings = { db: Tx; now: string; parts: Parts; afterwards: (() => void)[] };
/** A code, and the time of day at which it was asked for: the mails of several can be told apart. */
export type SentCode = { code: string; at: string };
type Letter = {
  to: Mail["to"];
  mail: (sent: SentCode) => Mail;
  /** False: do the same work, but send nothing. */
  wanted?: boolean;
  minutes?: number;
};

export async function sendCode(
  around: Surroundings,
  purpose: Purpose,
  { to, mail, wanted = true, minutes }: Letter,
): Promise<void> {
  const { db, now, parts: { tokens, env } } = around;
  const code = await newCode({ db, now, tokens }, { purpose, email: to.address, minutes });
  await sendMail(around, mail({ code, at: timeOfDay(now, env.classTz) }), wanted);
}

/** Mails the code after the commit. @param wanted false: the same work, but no mail */
export async function sendMail(
  { db, now, parts, afterwards }: Surroundings,
  mail: Mail,
  wanted = true,
): Promise<void> {
  await queueMail(db, { sealed: await parts.tokens.seal(mail), now, wanted });
  afterwards.push(parts.postman.nudge);
}
