/** Who a token belongs to, and the signed-in person's own user object. */
import { and, eq, isNull } from "drizzle-orm";
import { studentFigures } from "../dashboards/queries.ts";
import { at, once, type Reader } from "../kit/database.ts";
import { fileUrl } from "../kit/files.ts";
import { isStaff } from "../kit/roles.ts";
import { isDisabled } from "../people/policy.ts";
import { people } from "../people/tables.ts";
import { badToken, type Tokens } from "../kit/tokens.ts";
import type { Me } from "../kit/guard.ts";
import type { User } from "../people/schema.ts";

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
