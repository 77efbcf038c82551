/** Registers, verifies addresses, and sets a new password with a mailed code. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { countUse } from "../../admission/invitations/writes.ts";
import { record } from "../../audit/writes.ts";
import { timeOfDay } from "../../kit/core/clock.ts";
import { originOf } from "../../kit/core/env.ts";
import { newId } from "../../kit/core/ids.ts";
import { insertFiles, type KeptFile } from "../../kit/files/files.ts";
import {
  alreadyRegisteredMail,
  codeMail,
  invitationMail,
  passwordMail,
  schoolMail,
} from "../../kit/security/account_mail.ts";
import {
  freshCode,
  randomCode,
  sendCode,
  sendMail,
  withEarlier,
} from "../../kit/security/codes.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { people } from "../../people/tables.ts";
import { announceAccount, announceTeam } from "../../people/writes.ts";
import { useCode, wrongCode } from "../codes/commands.ts";
import { passwordOff, requirePasswordOn } from "../oidc/queries.ts";
import { type Account, accountByEmail, registrationsOf } from "../queries.ts";
import type { RegisterInput } from "../schema.ts";
import { registrations } from "../tables.ts";

type Visitor = Act<null>;

/**
 * Registers an address. Existing accounts and other registrations do not change. The reply is
 * always the same; only the mail tells whether the address has an account.
 * @returns the id of the registration that the code will confirm
 */
export async function register(
  act: Visitor,
  { email, password: _, ...profile }: RegisterInput,
  { passwordHash, picture, invitationId }: {
    passwordHash: string;
    picture: Uint8Array<ArrayBuffer> | null;
    invitationId: string | null;
  },
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
    ...{ passwordHash, picture, invitationId },
    createdAt: now,
    ...freshCode({ now, tokens: parts.tokens }, { purpose: "verify", email, code }),
  });
  const account = await accountByEmail(db, email);
  const to = { name: profile.name, address: email };
  if (!account) await sendMail(act, codeMail(to, { code, at: timeOfDay(now, act.zone) }));
  else if (account.verifiedAt !== null) await sendMail(act, alreadyRegisteredMail(to));
  else await sendMail(act, invitationMail(to, originOf(parts.env)));
  return id;
}

/**
 * Mails a new code for the registration that the token names; without a token, one code for all
 * registrations of the address. The reply is the same for an address without a registration, which
 * gets no mail.
 */
export async function resend(act: Visitor, { email, token }: { email: string; token?: string }) {
  const { db, now, parts: { tokens } } = act;
  const named = token === undefined ? null : await tokens.readRegistration(token, email);
  const code = randomCode();
  const fresh = freshCode({ now, tokens }, { purpose: "verify", email, code });
  const waiting = await db.update(registrations)
    .set({ ...fresh, earlier: withEarlier(registrations) })
    .where(and(eq(registrations.email, email), named ? eq(registrations.id, named) : undefined))
    .returning({ name: registrations.name });
  const account = await accountByEmail(db, email);
  const to = { name: onlyOne(waiting)?.name ?? "", address: email };
  const mail = codeMail(to, { code, at: timeOfDay(now, act.zone) });
  await sendMail(act, mail, waiting.length > 0 && account === undefined);
}

export async function forgot(act: Visitor, email: string): Promise<void> {
  const account = await accountByEmail(act.db, email);
  const waiting = await registrationsOf(act.db, email);
  const to = { name: account?.name ?? onlyOne(waiting)?.name ?? "", address: email };
  const wanted = account !== undefined || waiting.length > 0;
  const off = wanted ? await passwordOff(act, account ?? { role: "student" }) : null;
  await sendCode(act, "password", {
    to,
    mail: (sent) =>
      off === null ? passwordMail(to, sent) : schoolMail(to, off, originOf(act.parts.env)),
    wanted,
  });
}

export async function verify(
  act: Visitor,
  { email, registration, image }: { email: string; registration: string; image: KeptFile | null },
): Promise<Account> {
  const { db } = act;
  await requirePasswordOn(act, { role: "student" });
  // If several correct guesses arrive at the same time, only one of them deletes the row.
  const [confirmed] = await db.delete(registrations)
    .where(and(eq(registrations.id, registration), eq(registrations.email, email))).returning();
  if (!confirmed) throw wrongCode();
  if (image) await insertFiles(db, [image]);
  return await makePerson(act, { ...confirmed, profileImage: image?.id ?? null });
}

/**
 * Sets a new password and ends all sessions of the account. The password may have been switched off
 * since the code was mailed.
 * @returns the account
 */
export async function resetPassword(
  act: Visitor,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<Account> {
  const { db, now } = act;
  await useCode(act, { purpose: "password", email });
  const [account] = await db.update(people)
    .set({
      passwordHash,
      // The code was mailed to this address, so the address is verified.
      verifiedAt: sql`coalesce(verified_at, ${now})`,
      epoch: sql`epoch + 1`,
      updatedAt: now,
      version: sql`version + 1`,
    })
    .where(and(eq(people.email, email), isNull(people.deletedAt)))
    .returning();
  await requirePasswordOn(act, account ?? { role: "student" });
  if (!account) return await makeRegistered(act, { email, passwordHash });
  await forgetRegistrations(db, email);
  await record(act, "password.reset", { by: account });
  const { epoch, id } = account;
  announce(act, "session.ended", [userRoom(id)], { reason: "password-reset", epoch });
  announceAccount(act, account);
  // An invited person appears in the team after setting the first password.
  announceTeam(act, [account]);
  return account;
}

/**
 * Creates an account for a person who forgot the password before the address was verified. If the
 * address was registered more than once, it is unknown which profile is theirs, so none is used.
 */
async function makeRegistered(
  act: Visitor,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<Account> {
  const waiting = await registrationsOf(act.db, email);
  if (waiting.length === 0) throw wrongCode();
  const nameless = { name: email.slice(0, email.indexOf("@")) };
  const invitationId = waiting.find((one) => one.invitationId !== null)?.invitationId;
  const profile = onlyOne(waiting) ?? nameless;
  return await makePerson(act, { ...profile, email, passwordHash, invitationId });
}

type Profile =
  & Pick<Account, "name" | "email" | "passwordHash">
  & Partial<Account>
  & { invitationId?: string | null };

async function makePerson(act: Visitor, profile: Profile): Promise<Account> {
  const account = await insertPerson(act, profile);
  // In the meantime the address was invited, or another registration of it was confirmed.
  if (!account) throw wrongCode();
  return account;
}

/**
 * Makes a student's account for an address that the school's provider has verified. It has no
 * password until its person sets one with a mailed code.
 * @returns undefined if the address has an account by now
 */
export const admit = (
  act: Visitor,
  { name, email }: Pick<Account, "name" | "email">,
  invitationId: string | null,
): Promise<Account | undefined> =>
  insertPerson(act, { name, email, passwordHash: null, invitationId });

async function insertPerson(
  act: Visitor,
  { name, email, branch, year, profileImage, passwordHash, invitationId }: Profile,
): Promise<Account | undefined> {
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
  if (!account) return undefined;
  await forgetRegistrations(db, email);
  if (invitationId) await countUse(act, invitationId);
  await record(act, "account.registered", { by: account });
  announceAccount(act, account);
  return account;
}

const forgetRegistrations = (db: Visitor["db"], email: string) =>
  db.delete(registrations).where(eq(registrations.email, email));

const onlyOne = <T>(items: T[]): T | undefined => items.length === 1 ? items[0] : undefined;
