/** Reads the person of a session, accounts, registrations and known browsers. */
import type { RequestSource } from "../kit/http/request_source.ts";
import { and, eq, gt, isNull } from "drizzle-orm";
import { studentFigures } from "../dashboards/queries.ts";
import { pick } from "../kit/db/columns.ts";
import type { Attempt } from "../kit/security/sign_in_attempts.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { fileUrl } from "../kit/files/files.ts";
import { notFound } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import type { Parts } from "../kit/core/parts.ts";
import { isStaff } from "../kit/core/roles.ts";
import { isDisabled } from "../people/policy.ts";
import { people } from "../people/tables.ts";
import { type Browser, sessionEnded, type Tokens } from "../kit/security/tokens.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import type { User } from "../people/schema.ts";
import { ownSections, SECTIONS_OF_PERSON } from "../sections/queries.ts";
import type { OpenSession } from "./schema.ts";
import { registrations, sessions } from "./tables.ts";

/**
 * Returns the person of a session token. `require_session` (db/repeatable/sessions.sql) has the
 * same rules.
 * @throws Refusal 401 when the token is malformed or expired, or its session was ended
 */
export async function identify(
  { db, tokens, now }: { db: Reader; tokens: Tokens; now: string },
  token: string,
): Promise<{ me: Me; expiresAt: number; epoch: number; session: string }> {
  const { sub, exp, session } = await tokens.readSession(token);
  const [person] = await db.select({
    _id: people.id,
    ...pick(people, "name", "role", "epoch", "disabledUntil"),
    sections: SECTIONS_OF_PERSON,
  }).from(sessions)
    .innerJoin(people, and(eq(people.id, sessions.personId), eq(people.epoch, sessions.epoch)))
    .where(and(eq(sessions.id, session), eq(people.id, sub), isNull(people.deletedAt)));
  if (!person || isDisabled(person, now)) throw sessionEnded();
  const { _id, name, role, epoch, sections: own } = person;
  const me: Me = { _id, name, role, ...(own.length > 0 && { sections: own }) };
  return { me, expiresAt: exp * 1000, epoch, session };
}

/** The asker's sessions, last used first. */
export async function listSessions(
  { db, me, now }: Ask,
  current: string,
): Promise<OpenSession[]> {
  const rows = await db.select({
    _id: sessions.id,
    ...pick(sessions, "device", "network", "createdAt", "usedAt"),
  }).from(sessions).innerJoin(people, eq(people.id, sessions.personId))
    .where(and(
      eq(sessions.personId, me._id),
      eq(sessions.epoch, people.epoch),
      gt(sessions.expiresAt, now),
    ))
    .orderBy(...newestFirst(sessions.usedAt, sessions.id));
  return rows.map((row) => ({ ...row, isCurrent: row._id === current }));
}

export type Account = typeof people.$inferSelect;

export async function accountByEmail(db: Reader, email: string): Promise<Account | undefined> {
  const [account] = await db.select().from(people)
    .where(and(eq(people.email, email), isNull(people.deletedAt)));
  return account;
}

/** @throws Refusal 404 */
export async function accountById(db: Reader, id: string): Promise<Account> {
  const [account] = await db.select().from(people).where(eq(people.id, id));
  if (!account) throw notFound("This account");
  return account;
}

export async function userOf(db: Reader, account: Account): Promise<User> {
  const { id, name, email, role, branch, year, profileImage, explainIn, createdAt, version } =
    account;
  const [{ totalSolved, pendingHW }, sections] = await Promise.all([
    isStaff(account) ? { totalSolved: 0, pendingHW: 0 } : studentFigures({ db, me: { _id: id } }),
    ownSections(db, id),
  ]);
  return {
    id,
    _id: id,
    name,
    email,
    role,
    branch,
    year,
    profileImage: profileImage && fileUrl(profileImage),
    explainIn,
    sections: sections.map(({ _id }) => _id),
    sectionNames: sections.map(({ name }) => name),
    hasPassword: account.passwordHash !== null,
    solvedCount: totalSolved,
    pendingHW,
    createdAt,
    version,
  };
}

/** The most registrations of one address that are read, newest first. */
const REGISTRATIONS_MOST = 5;

export const registrationsOf = (db: Reader, email: string) =>
  db.select(pick(registrations, "id", "name", "branch", "year", "passwordHash", "invitationId"))
    .from(registrations).where(eq(registrations.email, email))
    .orderBy(...newestFirst(registrations.createdAt, registrations.id)).limit(REGISTRATIONS_MOST);

/** The profile image of a registration that waits, as a WebP. */
export async function pendingPicture(db: Reader, id: string) {
  const [row] = await db.select({ picture: registrations.picture }).from(registrations)
    .where(eq(registrations.id, id));
  return row?.picture ?? null;
}

/** The most accounts that one browser's token remembers. */
const KNOWN_MOST = 20;

/**
 * Describes an attempt for the limits: with the browser's id if the browser is known to the
 * account.
 * @param account fetched when it is left out and a browser token must be compared with it
 */
export async function describeAttempt(
  { database: { db }, tokens }: Parts,
  { email, browser, account }: { email: string; browser?: string; account?: Account },
  place: RequestSource,
): Promise<Attempt> {
  const known = browser === undefined ? null : await tokens.readBrowser(browser);
  const whose = known && (account ?? await accountByEmail(db, email));
  return { email, ...place, browser: known && whose ? idFor(known, whose) : null };
}

/**
 * Returns the browser's id for the limits if the account has signed in there since its sessions
 * were last ended, otherwise null. The id contains the epoch, so that earlier tries with the
 * browser's token no longer count.
 */
const idFor = ({ id, accounts }: Browser, account: Account): string | null =>
  accounts[account.id] === account.epoch ? `${id}.${account.epoch}` : null;

/** Signs a token by which the browser is known to this account from now on. */
export async function signBrowserToken(
  tokens: Tokens,
  account: Account,
  before: string | undefined,
): Promise<string> {
  const known = before === undefined ? null : await tokens.readBrowser(before);
  const { id = newId(), accounts = {} } = known ?? {};
  const others = Object.entries(accounts).filter(([one]) => one !== account.id);
  const kept = [...others, [account.id, account.epoch] as const].slice(-KNOWN_MOST);
  return await tokens.signBrowser({ id, accounts: Object.fromEntries(kept) });
}
