/** One-time codes: the one valid code of an address for a purpose, and the mail with it. */
import { randomInt } from "node:crypto";
import { later } from "../core/clock.ts";
import type { Tx } from "../db/database.ts";
import { type Mail, queueMail } from "../mail/mail.ts";
import type { Parts } from "../core/parts.ts";
import { codes } from "../db/tables.ts";
import type { Tokens } from "./tokens.ts";

/** How long a code is valid, in minutes. */
export const CODE_MINUTES = 10;

export type Purpose = "verify" | "password" | "link" | "delete";
type Coded = { purpose: Purpose; email: string; minutes?: number };

export const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** Makes a code. The address's earlier code for the purpose becomes invalid. */
export async function newCode(
  { db, now, tokens }: { db: Tx; now: string; tokens: Tokens },
  { purpose, email, minutes = CODE_MINUTES }: Coded,
): Promise<string> {
  const code = randomCode();
  const fresh = {
    hash: await tokens.hashCode(purpose, email, code),
    guesses: 0,
    usedAt: null,
    expiresAt: later(now, minutes),
  };
  await db.insert(codes).values({ email, purpose, ...fresh })
    .onConflictDoUpdate({ target: [codes.email, codes.purpose], set: fresh });
  return code;
}

type Surroundings = { db: Tx; now: string; parts: Parts; afterwards: (() => void)[] };
type Letter = {
  to: Mail["to"];
  mail: (code: string) => Mail;
  /** False: do the same work, but send nothing. */
  wanted?: boolean;
  minutes?: number;
};

/** Makes a code and mails it after the commit. */
export async function sendCode(
  around: Surroundings,
  purpose: Purpose,
  { to, mail, wanted = true, minutes }: Letter,
): Promise<void> {
  const { db, now, parts: { tokens } } = around;
  const code = await newCode({ db, now, tokens }, { purpose, email: to.address, minutes });
  await sendMail(around, mail(code), wanted);
}

/**
 * Mails the code after the commit.
 * @param wanted false: do the same work, but send nothing
 */
export async function sendMail(
  { db, now, parts, afterwards }: Surroundings,
  mail: Mail,
  wanted = true,
): Promise<void> {
  await queueMail(db, { sealed: await parts.tokens.seal(mail), now, wanted });
  afterwards.push(parts.postman.nudge);
}
