/** Inviting people, editing, disabling and deleting their accounts. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { later } from "../kit/clock.ts";
import { sendCode } from "../kit/codes.ts";
import { isDuplicate } from "../kit/database.ts";
import { originOf } from "../kit/env.ts";
import { notFound, Refusal, stale } from "../kit/errors.ts";
import { newId } from "../kit/ids.ts";
import type { Mail } from "../kit/mail.ts";
import { isStaff } from "../kit/roles.ts";
import { codes } from "../kit/tables.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { accountView, lockAdmins } from "./queries.ts";
import type { Account, AccountInput, DisableInput, InviteInput, SessionEnded } from "./schema.ts";
import { people } from "./tables.ts";

/** An invitation's code is good for a day; after that, "Forgot password" sends another. */
const INVITATION_MINUTES = 24 * 60;

const taken = () =>
  new Refusal(409, "user.exists", "An account with this email address exists already.", {
    errors: { email: "An account with this email address exists already." },
  });

/**
 * Makes an account without a password, and mails a code to set one. From then on nobody can confirm
 * a registration of that address.
 */
export async function invite(act: Act, input: InviteInput): Promise<Account> {
  const { db, now } = act;
  const person = {
    ...input,
    branch: null,
    year: null,
    profileImage: null,
    passwordHash: null,
    mailRefused: null,
    updatedAt: now,
  };
  const [row] = await db.insert(people).values({ ...person, id: newId(), createdAt: now })
    .onConflictDoUpdate({
      target: people.email,
      set: { ...person, version: sql`people.version + 1` },
      setWhere: isNull(people.verifiedAt),
    }).returning();
  if (!row) throw taken();
  const to = { name: row.name, address: row.email };
  await sendCode(act, "password", {
    to,
    mail: (code) => invitation(act, { to, code, role: row.role }),
    minutes: INVITATION_MINUTES,
  });
  return announced(act, row);
}

/** Changes what is named. A new role ends every session of the account. */
export async function edit(
  act: Act,
  id: string,
  { version, ...wanted }: AccountInput,
): Promise<Account> {
  const { db } = act;
  const admins = wanted.role && wanted.role !== "admin" ? await lockAdmins(db, act.now) : [];
  const before = await lock(act, id, version);
  const hasNewRole = wanted.role !== undefined && wanted.role !== before.role;
  if (hasNewRole) refuseLast(admins, id);
  if (wanted.email !== undefined && wanted.email !== before.email) {
    await forgetCodes(act, before.email);
  }
  try {
    const hasNewAddress = wanted.email !== undefined && wanted.email !== before.email;
    const values = hasNewAddress ? { ...wanted, mailRefused: null } : wanted;
    const after = await write(act, id, values, hasNewRole ? "role-changed" : null);
    tellTeam(act, before, after);
    return announced(act, after);
  } catch (error) {
    throw isDuplicate(error) ? taken() : error;
  }
}

/** Disables the account for so many hours, which ends its sessions; with 0, enables it again. */
export async function disable(
  act: Act,
  id: string,
  { hours, version }: DisableInput,
): Promise<Account> {
  const { db, now } = act;
  const admins = hours > 0 ? await lockAdmins(db, now) : [];
  await lock(act, id, version);
  if (hours > 0) refuseLast(admins, id);
  const disabledUntil = hours > 0 ? later(now, hours * 60) : null;
  return announced(act, await write(act, id, { disabledUntil }, hours > 0 ? "disabled" : null));
}

/** The person's work and name stay; the address is free, and the sessions end. */
export async function remove(act: Act, id: string): Promise<void> {
  const { db, now } = act;
  const admins = await lockAdmins(db, now);
  const before = await lock(act, id);
  refuseLast(admins, id);
  tellTeam(act, before);
  await forgetCodes(act, before.email);
  const gone = {
    // Reserved for what does not exist (RFC 2606).
    email: `${id}@deleted.invalid`,
    passwordHash: null,
    deletedAt: now,
  };
  await write(act, id, gone, "deleted");
  announce(act, "user.changed", ["admins"], { _id: id, removed: true });
}

/**
 * Notes whether mail reaches an address, for the admins' list.
 * @param refused what its mail server said, or null when a mail has gone
 */
export async function noteMail(
  act: Act<null>,
  email: string,
  refused: string | null,
): Promise<void> {
  const [row] = await act.db.update(people).set({ mailRefused: refused }).where(and(
    eq(people.email, email),
    sql`${people.mailRefused} is distinct from ${refused}`,
  )).returning();
  if (row && row.deletedAt === null) announce(act, "user.changed", ["admins"], accountView(row));
}

type Row = typeof people.$inferSelect;

/** @throws Refusal 404, or 409 when the caller's version is not the present one */
async function lock({ db }: Act, id: string, version?: number): Promise<Row> {
  const [row] = await db.select().from(people)
    .where(and(eq(people.id, id), isNull(people.deletedAt))).for("update");
  if (!row) throw notFound("This account");
  if (version !== undefined && version !== row.version) throw stale(accountView(row));
  return row;
}

/** @param admins who can administer now, locked before the account itself */
function refuseLast(admins: string[], id: string): void {
  if (admins.length === 1 && admins[0] === id) {
    throw new Refusal(
      409,
      "user.last-admin",
      "This is the last admin: make somebody else an admin first.",
    );
  }
}

/** @param ends why every session of the account ends, or null when none does */
async function write(
  act: Act,
  id: string,
  values: Partial<Row>,
  ends: SessionEnded["reason"] | null,
): Promise<Row> {
  const [row] = await act.db.update(people).set({
    ...values,
    updatedAt: act.now,
    version: sql`version + 1`,
    ...(ends && { epoch: sql`epoch + 1` }),
  }).where(eq(people.id, id)).returning();
  if (!row) throw notFound("This account");
  if (ends) {
    announce(act, "session.ended", [userRoom(id)], { reason: ends, epoch: row.epoch });
  }
  return row;
}

/** The team is public, and so is that it changed; who is in it is told by its own call. */
function tellTeam(act: Act, ...rows: Row[]): void {
  if (rows.some(({ id, role }) => isStaff({ _id: id, role }))) {
    announce(act, "team.changed", ["home"], {});
  }
}

function announced(act: Act, row: Row): Account {
  const account = accountView(row);
  announce(act, "user.changed", ["admins"], account);
  return account;
}

/** A code that is on its way to an address must not open somebody else's account. */
const forgetCodes = ({ db }: Act, email: string) => db.delete(codes).where(eq(codes.email, email));

const invitation = (
  { me, parts }: Act,
  { to, code, role }: { to: Mail["to"]; code: string; role: string },
): Mail => ({
  to,
  subject: `${code} is your Doubtless invitation code`,
  text: `Hello ${to.name},

${me.name} has made an account for you at Doubtless, as ${
    role === "admin" ? "an admin" : `a ${role}`
  }.

Your code to set a password is ${code}. It is good for a day. Enter it, with this address, at
${originOf(parts.env)}/reset-password

When it has run out, choose "Forgot password" to get another.`,
});
