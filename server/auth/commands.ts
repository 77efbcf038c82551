/** Signing up, verifying, signing in and resetting a password. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { CODE_MINUTES, type Purpose, sendCode } from "../kit/codes.ts";
import type { Reader } from "../kit/database.ts";
import { badField, Refusal } from "../kit/errors.ts";
import { insertFiles, type KeptFile } from "../kit/files.ts";
import { newId } from "../kit/ids.ts";
import { tooMany } from "../kit/limits.ts";
import type { Mail } from "../kit/mail.ts";
import type { Parts } from "../kit/parts.ts";
import { isStaff } from "../kit/roles.ts";
import { codes } from "../kit/tables.ts";
import { belongTo } from "../kit/unconfirmed.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { isDisabled } from "../people/policy.ts";
import { accountView } from "../people/queries.ts";
import { people } from "../people/tables.ts";
import { type Account, accountOf, userOf } from "./queries.ts";
import type { RegisterInput, Session } from "./schema.ts";

/** Guesses a code allows; the next one finds it dead. */
export const GUESSES = 5;

type Visitor = Act<null>;

const WRONG_CODE = "That code is wrong or has expired.";
const wrongCode = () => badField("otp", WRONG_CODE, "auth.otp-wrong");

/**
 * Registers an address, or replaces its unverified registration. For an address that has an
 * account it does as much work, and the mail says so.
 * @returns the registration that the code will confirm
 */
export async function register(
  act: Visitor,
  { email, password: _, ...profile }: RegisterInput,
  { passwordHash, picture }: { passwordHash: string; picture: string | null },
): Promise<string> {
  const { db, now } = act;
  const registration = newId();
  const person = {
    name: profile.name,
    branch: profile.branch ?? null,
    year: profile.year ?? null,
    profileImage: null,
    passwordHash,
    registration,
    updatedAt: now,
  };
  if (picture) await belongTo(db, picture, registration);
  const [kept] = await db.insert(people)
    .values({ ...person, id: newId(), email, role: "student", createdAt: now })
    .onConflictDoUpdate({ target: people.email, set: person, setWhere: isNull(people.verifiedAt) })
    .returning({ id: people.id });
  const to = { name: profile.name, address: email };
  await sendCode(act, "verify", { to, mail: (code) => kept ? codeMail(to, code) : knownMail(to) });
  return registration;
}

/** Sends an unverified address a new code; for any other it only looks as if. */
export async function resend(act: Visitor, email: string): Promise<void> {
  const account = await accountOf(act.db, email);
  const to = { name: account?.name ?? "", address: email };
  const wanted = account !== undefined && account.verifiedAt === null;
  await sendCode(act, "verify", { to, mail: (code) => codeMail(to, code), wanted });
}

export async function forgot(act: Visitor, email: string): Promise<void> {
  const account = await accountOf(act.db, email);
  const to = { name: account?.name ?? "", address: email };
  const wanted = account !== undefined;
  await sendCode(act, "password", { to, mail: (code) => passwordMail(to, code), wanted });
}

/** Confirms the registration that the code was sent for. */
export async function verify(
  act: Visitor,
  { email, registration, image }: { email: string; registration: string; image: KeptFile | null },
): Promise<Session> {
  const { db, now, parts } = act;
  await useUp(act, "verify", email);
  if (image) await insertFiles(db, [image]);
  const [account] = await db.update(people)
    .set({
      verifiedAt: now,
      registration: null,
      profileImage: image?.id ?? null,
      updatedAt: now,
      version: sql`version + 1`,
    })
    .where(and(eq(people.email, email), eq(people.registration, registration)))
    .returning();
  if (!account) throw wrongCode();
  announce(act, "user.changed", ["admins"], accountView(account));
  return await sessionOf(db, parts, account);
}

export async function resetPassword(
  act: Visitor,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<void> {
  const { db, now } = act;
  await useUp(act, "password", email);
  const [account] = await db.update(people)
    .set({
      passwordHash,
      // The code came to this address, so it is verified by it.
      verifiedAt: sql`coalesce(verified_at, ${now})`,
      registration: null,
      epoch: sql`epoch + 1`,
      updatedAt: now,
      version: sql`version + 1`,
    })
    .where(and(eq(people.email, email), isNull(people.deletedAt)))
    .returning();
  if (!account) throw wrongCode();
  const { epoch, id: _id, role } = account;
  announce(act, "session.ended", [userRoom(account.id)], { reason: "password-reset", epoch });
  announce(act, "user.changed", ["admins"], accountView(account));
  // Whoever was invited joins the team with the first password.
  if (isStaff({ _id, role })) announce(act, "team.changed", ["home"], {});
}

/**
 * Counts a guess and compares. The count is kept whatever comes of it, so this stands outside
 * the transaction that uses the code up.
 * @throws Refusal 429 when the code is dead, 400 when it is wrong
 */
export async function guess(
  { database: { db }, tokens, clock }: Parts,
  purpose: Purpose,
  { email, otp }: { email: string; otp: string },
): Promise<void> {
  const [code] = await db.update(codes).set({ guesses: sql`guesses + 1` })
    .where(and(eq(codes.email, email), eq(codes.purpose, purpose))).returning();
  const now = clock();
  if (code && code.guesses > GUESSES && code.expiresAt > now) {
    throw tooMany(Math.ceil((Date.parse(code.expiresAt) - Date.parse(now)) / 1000));
  }
  const hash = await tokens.hashCode(purpose, email, otp);
  if (!code || code.usedAt || code.expiresAt <= now || code.hash !== hash) throw wrongCode();
}

/** Of several who guessed right at once, one gets through. */
async function useUp({ db, now }: Visitor, purpose: Purpose, email: string): Promise<void> {
  const [used] = await db.update(codes).set({ usedAt: now })
    .where(and(eq(codes.email, email), eq(codes.purpose, purpose), isNull(codes.usedAt)))
    .returning({ email: codes.email });
  if (!used) throw wrongCode();
}

/** @throws Refusal 400 that says why, when this person may not sign in */
export async function signIn(
  { database: { db }, hasher, limits, tokens, clock, ...parts }: Parts,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<Session> {
  await limits.check("signIn", email, address);
  const account = await accountOf(db, email);
  const right = await hasher.verify(account?.passwordHash ?? null, password);
  // Once more: many guesses may have been waiting side by side.
  await limits.check("signIn", email, address);
  if (!account || !right) {
    await limits.take("signIn", email, address);
    throw new Refusal(400, "auth.wrong", "Email or password is wrong.");
  }
  if (account.verifiedAt === null) {
    const token = await tokens.signRegistration(email, account.registration ?? "");
    throw new Refusal(400, "auth.unverified", "Please verify your email first.", {
      more: { token },
    });
  }
  if (isDisabled(account, clock())) {
    const until = new Date(account.disabledUntil ?? "").toLocaleString("en-IN", {
      timeZone: parts.env.classTz,
      dateStyle: "medium",
      timeStyle: "short",
    });
    throw new Refusal(400, "auth.disabled", `Your account is disabled until ${until}.`);
  }
  return await sessionOf(db, { tokens }, account);
}

async function sessionOf(
  db: Reader,
  { tokens }: Pick<Parts, "tokens">,
  account: Account,
): Promise<Session> {
  const user = userOf(db, account);
  return { token: await tokens.signSession(account.id, account.epoch), user: await user };
}

const codeMail = (to: Mail["to"], code: string): Mail => ({
  to,
  subject: `${code} is your Doubtless code`,
  text: `Hello ${to.name},

your verification code is ${code}. It is good for ${CODE_MINUTES} minutes.

If you did not register at Doubtless, you can ignore this mail.`,
});

const knownMail = (to: Mail["to"]): Mail => ({
  to,
  subject: "You already have a Doubtless account",
  text: `Hello,

somebody, probably you, has just registered at Doubtless with this address. It has an account
already: log in, or choose "Forgot password" if you do not remember the password.`,
});

const passwordMail = (to: Mail["to"], code: string): Mail => ({
  to,
  subject: `${code} is your Doubtless password code`,
  text: `Hello ${to.name},

your code to set a new password is ${code}. It is good for ${CODE_MINUTES} minutes.

If you did not ask for it, you can ignore this mail: your password stays as it is.`,
});
