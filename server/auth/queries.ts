/** Who a token belongs to, what waits to be verified, and the signed-in person's own user object. */
import { and, desc, eq, isNull } from "drizzle-orm";
import { studentFigures } from "../dashboards/queries.ts";
import type { Attempt } from "../kit/attempts.ts";
import { at, once, type Reader } from "../kit/database.ts";
import { fileUrl } from "../kit/files.ts";
import { newId } from "../kit/ids.ts";
import type { Parts } from "../kit/parts.ts";
import { isStaff } from "../kit/roles.ts";
import { isDisabled } from "../people/policy.ts";
import { people } from "../people/tables.ts";
import { badToken, type Browser, type Tokens } from "../kit/tokens.ts";
import type { Me } from "../kit/guard.ts";
import type { User } from "../people/schema.ts";
import { registrations } from "./tables.ts";

/** @throws Refusal 401 when the token is malformed, expired, or its session was ended. */
export async function identify(
  { db, tokens, now }: { db: Reader; tokens: Tokens; now: string },
  token: string,
): Promise<{ me: Me; expiresAt: number; epoch: number }> {
  const { sub, epoch, exp } = await tokens.readSession(token);
  const statement = once(db, "person of a session", () =>
    db
      .select({
        _id: people.id,
        name: people.name,
        role: people.role,
        epoch: people.epoch,
        disabledUntil: people.disabledUntil,
      })
      .from(people)
      .where(and(eq(people.id, at("sub")), isNull(people.deletedAt)))
      .prepare("person"));
  const [person] = await statement.execute({ sub });
  if (!person || person.epoch !== epoch || isDisabled(person, now)) {
    throw badToken("Your session has ended. Please log in again.");
  }
  const { _id, name, role } = person;
  return { me: { _id, name, role }, expiresAt: exp * 1000, epoch };
}

const RECOGNISED_MOST = 10_000;

/** Who asks, and the check whether that still holds. */
export type Recognised = {
  me: Me;
  /** Runs once, with what is asked first of the database. @throws Refusal 401 */
  still(db: Reader): Promise<Me>;
};

/**
 * Whoever used the token last is known at once. That the session goes on is asked of the database
 * every time nevertheless, but together with what the request asks of it: before a transaction
 * commits, and before anything is answered, it must be true.
 */
export async function recognise(
  { recognised, ...where }: Parameters<typeof identify>[0] & { recognised: Map<string, Me> },
  token: string,
): Promise<Recognised> {
  async function check(db: Reader): Promise<Me> {
    try {
      const { me } = await identify({ ...where, db }, token);
      if (recognised.size >= RECOGNISED_MOST) recognised.clear();
      recognised.set(token, me);
      return me;
    } catch (error) {
      recognised.delete(token);
      throw error;
    }
  }
  let checked: Promise<Me> | undefined;
  function still(db: Reader): Promise<Me> {
    checked ??= check(db);
    checked.catch(() => {});
    return checked;
  }
  return { me: recognised.get(token) ?? await still(where.db), still };
}

export type Account = typeof people.$inferSelect;

export async function accountOf(db: Reader, email: string): Promise<Account | undefined> {
  const [account] = await db.select().from(people)
    .where(and(eq(people.email, email), isNull(people.deletedAt)));
  return account;
}

export async function accountById(db: Reader, id: string): Promise<Account | undefined> {
  const [account] = await db.select().from(people).where(eq(people.id, id));
  return account;
}

/** The user object that a person gets of themselves. */
export async function userOf(db: Reader, account: Account): Promise<User> {
  const { id, name, email, role, branch, year, profileImage, createdAt, version } = account;
  const { totalSolved, pendingHW } = isStaff({ _id: id, role })
    ? { totalSolved: 0, pendingHW: 0 }
    : await studentFigures({ db, me: { _id: id } });
  return {
    id,
    _id: id,
    name,
    email,
    role,
    branch,
    year,
    profileImage: profileImage && fileUrl(profileImage),
    solvedCount: totalSolved,
    pendingHW,
    createdAt,
    version,
  };
}

/** Registrations of an address that are looked at, newest first. */
const REGISTRATIONS_MOST = 5;

export const registrationsOf = (db: Reader, email: string) =>
  db.select().from(registrations).where(eq(registrations.email, email))
    .orderBy(desc(registrations.createdAt), desc(registrations.id)).limit(REGISTRATIONS_MOST);

/** Accounts that a browser is known to. */
const KNOWN_MOST = 20;

export type Place = Pick<Attempt, "address" | "network">;

/**
 * The attempt, from a browser that is known to the account or not.
 * @param account looked up when it is not given and there is a browser's token to compare it with
 */
export async function attemptOf(
  { database: { db }, tokens }: Parts,
  { email, browser, account }: { email: string; browser?: string; account?: Account },
  place: Place,
): Promise<Attempt> {
  const known = browser === undefined ? null : await tokens.readBrowser(browser);
  const whose = known && (account ?? await accountOf(db, email));
  return { email, ...place, browser: known && whose ? idFor(known, whose) : null };
}

/**
 * The browser's id when the account has signed in there since its sessions were last ended: what
 * somebody did with the browser's token before then counts no more.
 */
const idFor = ({ id, accounts }: Browser, account: Account): string | null =>
  accounts[account.id] === account.epoch ? `${id}.${account.epoch}` : null;

/** A token by which the browser will be known to this account from now on. */
export async function browserOf(
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
