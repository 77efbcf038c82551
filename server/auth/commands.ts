/** Signing up, verifying, signing in and resetting a password. */
import { and, eq, isNull, sql } from "drizzle-orm";
import {
  type Attempt,
  codeTries,
  countFailure,
  countOfPlace,
  countTry,
  forgive,
  giveTryBack,
  passwordTries,
  stillOpen,
  tooManyTries,
  type Tries,
} from "../kit/attempts.ts";
import { later } from "../kit/clock.ts";
import { CODE_MINUTES, randomCode, sendCode, sendMail } from "../kit/codes.ts";
import { originOf } from "../kit/env.ts";
import { badField, Refusal } from "../kit/errors.ts";
import { insertFiles, type KeptFile } from "../kit/files.ts";
import type { Asker } from "../kit/hash.ts";
import { newId } from "../kit/ids.ts";
import { codeMail, knownMail, passwordMail, waitingMail } from "../kit/letters.ts";
import type { Parts } from "../kit/parts.ts";
import { isStaff } from "../kit/roles.ts";
import { codes } from "../kit/tables.ts";
import { belongTo } from "../kit/unconfirmed.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { isDisabled } from "../people/policy.ts";
import { accountView } from "../people/queries.ts";
import { people } from "../people/tables.ts";
import {
  type Account,
  accountOf,
  attemptOf,
  browserOf,
  type Place,
  registrationsOf,
  userOf,
} from "./queries.ts";
import type { RegisterInput, Session } from "./schema.ts";
import { registrations } from "./tables.ts";

/** Guesses a code allows; the next one finds it dead. */
export const GUESSES = 5;

type Visitor = Act<null>;

const WRONG_CODE = "That code is wrong or has expired.";
const wrongCode = () => badField("otp", WRONG_CODE, "auth.otp-wrong");

/**
 * Registers an address. It touches no account and no other registration; the mail says what there
 * is for the address, and the reply does not.
 * @returns the registration that the code will confirm
 */
export async function register(
  act: Visitor,
  { email, password: _, ...profile }: RegisterInput,
  { passwordHash, picture }: { passwordHash: string; picture: string | null },
): Promise<string> {
  const { db, now, parts } = act;
  const id = newId();
  const code = randomCode();
  await db.insert(registrations).values({
    id,
    email,
    name: profile.name,
    branch: profile.branch ?? null,
    year: profile.year ?? null,
    passwordHash,
    createdAt: now,
    ...await freshCode(act, email, code),
  });
  if (picture) await belongTo(db, picture, id);
  const account = await accountOf(db, email);
  const to = { name: profile.name, address: email };
  if (!account) await sendMail(act, codeMail(to, code));
  else if (account.verifiedAt !== null) await sendMail(act, knownMail(to));
  else await sendMail(act, waitingMail(to, originOf(parts.env)));
  return id;
}

/**
 * Sends a registration a new code; without a token that names it, one that confirms any of the
 * address. For an address that waits for none it only looks as if.
 */
export async function resend(
  act: Visitor,
  { email, token }: { email: string; token?: string },
): Promise<void> {
  const { db, parts } = act;
  const named = token === undefined ? null : await parts.tokens.readRegistration(token, email);
  const code = randomCode();
  const waiting = await db.update(registrations).set(await freshCode(act, email, code))
    .where(and(eq(registrations.email, email), named ? eq(registrations.id, named) : undefined))
    .returning({ name: registrations.name });
  const account = await accountOf(db, email);
  const to = { name: onlyOne(waiting)?.name ?? "", address: email };
  await sendMail(act, codeMail(to, code), waiting.length > 0 && account === undefined);
}

export async function forgot(act: Visitor, email: string): Promise<void> {
  const account = await accountOf(act.db, email);
  const waiting = await registrationsOf(act.db, email);
  const to = { name: account?.name ?? onlyOne(waiting)?.name ?? "", address: email };
  const wanted = account !== undefined || waiting.length > 0;
  await sendCode(act, "password", { to, mail: (code) => passwordMail(to, code), wanted });
}

/** Makes a person of the registration that the code was sent for. */
export async function verify(
  act: Visitor,
  { email, registration, image }: { email: string; registration: string; image: KeptFile | null },
): Promise<Account> {
  const { db } = act;
  // Of several who guessed right at once, one gets through.
  const [confirmed] = await db.delete(registrations)
    .where(and(eq(registrations.id, registration), eq(registrations.email, email))).returning();
  if (!confirmed) throw wrongCode();
  if (image) await insertFiles(db, [image]);
  return await makePerson(act, { ...confirmed, profileImage: image?.id ?? null });
}

/** @returns the account, which has a new password and has ended every session */
export async function resetPassword(
  act: Visitor,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<Account> {
  const { db, now } = act;
  const [used] = await db.update(codes).set({ usedAt: now })
    .where(and(eq(codes.email, email), eq(codes.purpose, "password"), isNull(codes.usedAt)))
    .returning({ email: codes.email });
  if (!used) throw wrongCode();
  const [account] = await db.update(people)
    .set({
      passwordHash,
      // The code came to this address, so it is verified by it.
      verifiedAt: sql`coalesce(verified_at, ${now})`,
      epoch: sql`epoch + 1`,
      updatedAt: now,
      version: sql`version + 1`,
    })
    .where(and(eq(people.email, email), isNull(people.deletedAt)))
    .returning();
  if (!account) return await makeRegistered(act, { email, passwordHash });
  await forgetRegistrations(db, email);
  const { epoch, id: _id, role } = account;
  announce(act, "session.ended", [userRoom(account.id)], { reason: "password-reset", epoch });
  announce(act, "user.changed", ["admins"], accountView(account));
  // Whoever was invited joins the team with the first password.
  if (isStaff({ _id, role })) announce(act, "team.changed", ["home"], {});
  return account;
}

/**
 * Whoever forgot the password before the address was verified. When it was registered more than
 * once, nobody knows which profile is theirs, and they get none.
 */
async function makeRegistered(
  act: Visitor,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<Account> {
  const waiting = await registrationsOf(act.db, email);
  if (waiting.length === 0) throw wrongCode();
  const nameless = { name: email.slice(0, email.indexOf("@")) };
  return await makePerson(act, { ...onlyOne(waiting) ?? nameless, email, passwordHash });
}

type Profile = Pick<Account, "name" | "email" | "passwordHash"> & Partial<Account>;

async function makePerson(
  act: Visitor,
  { name, email, branch, year, profileImage, passwordHash }: Profile,
): Promise<Account> {
  const { db, now } = act;
  const [account] = await db.insert(people).values({
    id: newId(),
    name,
    email,
    role: "student",
    branch,
    year,
    profileImage,
    passwordHash,
    verifiedAt: now,
    createdAt: now,
    updatedAt: now,
  }).onConflictDoNothing().returning();
  // Somebody was invited to the address meanwhile, or has confirmed another registration.
  if (!account) throw wrongCode();
  await forgetRegistrations(db, email);
  announce(act, "user.changed", ["admins"], accountView(account));
  return account;
}

const forgetRegistrations = (db: Visitor["db"], email: string) =>
  db.delete(registrations).where(eq(registrations.email, email));

const onlyOne = <T>(items: T[]): T | undefined => items.length === 1 ? items[0] : undefined;

async function freshCode({ now, parts }: Visitor, email: string, code: string) {
  return {
    codeHash: await parts.tokens.hashCode("verify", email, code),
    guesses: 0,
    expiresAt: later(now, CODE_MINUTES),
  };
}

type Guess = { email: string; otp: string; browser?: string };

/** @throws Refusal 429 when there were too many, 400 when it is wrong */
export async function guessReset(parts: Parts, guess: Guess, place: Place): Promise<void> {
  const { database: { db }, tokens } = parts;
  const { email, otp } = guess;
  const attempt = await attemptOf(parts, guess, place);
  await guessCode(parts, { kind: "reset", attempt }, async () => {
    const [code] = await db.update(codes).set({ guesses: sql`guesses + 1` })
      .where(and(eq(codes.email, email), eq(codes.purpose, "password"))).returning();
    const right = await tokens.hashCode("password", email, otp);
    return code && { ...code, isRight: code.hash === right && code.usedAt === null };
  });
}

/** @throws Refusal 429 when there were too many, 400 when it is wrong */
export async function guessVerify(
  parts: Parts,
  { email, otp, registration }: Guess & { registration: string },
  place: Place,
): Promise<void> {
  const { database: { db }, tokens } = parts;
  const attempt = { email, ...place, browser: null };
  await guessCode(parts, { kind: "verify", attempt }, async () => {
    const [code] = await db.update(registrations).set({ guesses: sql`guesses + 1` })
      .where(and(eq(registrations.id, registration), eq(registrations.email, email))).returning();
    const right = await tokens.hashCode("verify", email, otp);
    return code && { ...code, isRight: code.codeHash === right };
  });
}

type Guessed = { guesses: number; expiresAt: string; isRight: boolean };

/**
 * Counts a guess and compares. The counts are kept whatever comes of it, so this stands outside
 * the transaction that uses the code up.
 */
async function guessCode(
  { database: { db }, clock }: Parts,
  { kind, attempt }: { kind: "reset" | "verify"; attempt: Attempt },
  compare: () => Promise<Guessed | undefined>,
): Promise<void> {
  const now = clock();
  const tries = await codeTries(db, kind, attempt);
  // Before the answer is known: many may be under way.
  await countTry(tries);
  const code = await compare();
  const isLive = code !== undefined && code.expiresAt > now;
  if (isLive && code.guesses > GUESSES) {
    const seconds = Math.ceil((Date.parse(code.expiresAt) - Date.parse(now)) / 1000);
    throw tooManyTries(seconds, () => "Too many wrong tries for this code. Ask for a new one.");
  }
  if (!isLive || !code.isRight) {
    await countOfPlace(tries);
    throw wrongCode();
  }
  await giveTryBack(tries);
}

/** @throws Refusal 400 that says why, when this person may not sign in */
export async function signIn(
  parts: Parts,
  { email, password, browser }: { email: string; password: string; browser?: string },
  place: Place,
): Promise<Session> {
  const { database: { db }, hasher, clock } = parts;
  const account = await accountOf(db, email);
  const attempt = await attemptOf(parts, { email, browser, account }, place);
  const tries = await passwordTries(db, attempt);
  const asker = { account: email, network: place.network, known: attempt.browser !== null };
  const isRight = await hasher.verify(account?.passwordHash ?? null, password, asker);
  if (!account || !isRight || account.verifiedAt === null) {
    return await refuseSignIn(parts, { email, password, tries, asker });
  }
  // Once more: many guesses may have been waiting side by side.
  await stillOpen(tries);
  if (isDisabled(account, clock())) {
    const until = new Date(account.disabledUntil ?? "").toLocaleString("en-IN", {
      timeZone: parts.env.classTz,
      dateStyle: "medium",
      timeStyle: "short",
    });
    throw new Refusal(400, "auth.disabled", `Your account is disabled until ${until}.`);
  }
  const [session] = await Promise.all([
    sessionOf(parts, account, browser),
    forgive(db, attempt),
  ]);
  return session;
}

/**
 * Says that the address has to be verified first to whoever has registered it with this password:
 * whether it has an account as well is not to be seen from that.
 */
async function refuseSignIn(
  { database: { db }, hasher, tokens }: Parts,
  { email, password, tries, asker }: {
    email: string;
    password: string;
    tries: Tries;
    asker: Asker;
  },
): Promise<never> {
  for (const { id, passwordHash } of await registrationsOf(db, email)) {
    if (!await hasher.verify(passwordHash, password, asker)) continue;
    // It was a guess at the account's password, too.
    await countTry(tries);
    const token = await tokens.signRegistration(email, id);
    throw new Refusal(400, "auth.unverified", "Please verify your email first.", {
      more: { token },
    });
  }
  await countFailure(tries);
  throw new Refusal(400, "auth.wrong", "Email or password is wrong.");
}

/** @param browser the token that the browser has so far */
export async function sessionOf(
  { database: { db }, tokens }: Parts,
  account: Account,
  browser?: string,
): Promise<Session> {
  const user = userOf(db, account);
  return {
    token: await tokens.signSession(account.id, account.epoch),
    user: await user,
    browser: await browserOf(tokens, account, browser),
  };
}
