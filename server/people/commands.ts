/** Commands that invite people and that edit, disable and delete accounts. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { passwordOff } from "../auth/oidc/queries.ts";
import { later } from "../kit/core/clock.ts";
import { sendCode, type SentCode } from "../kit/security/codes.ts";
import { refuseDuplicate } from "../kit/db/failures.ts";
import { originOf } from "../kit/core/env.ts";
import { notFound, Refusal, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import type { Mail } from "../kit/mail/mail.ts";
import { codes } from "../kit/db/tables.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { leaveSeveral } from "../sections/writes.ts";
import { accountView, lockAdmins } from "./queries.ts";
import { announceAccount, announceName, announceTeam } from "./writes.ts";
import { lastAdmin, refuseLast } from "./removals/queries.ts";
import { closeAccounts } from "./removals/writes.ts";
import type {
  Account,
  AccountInput,
  DisableInput,
  InviteInput,
  ManyInput,
  ManyReply,
  SessionEnded,
} from "./schema.ts";
import { people } from "./tables.ts";

/** An invitation's code is valid for a day. After that, "Forgot password" sends a new code. */
const INVITATION_MINUTES = 24 * 60;

/** What an admin edits besides the role, as the audit trail names it. */
const EDITED = ["name", "email", "branch", "year", "linkedin", "github"] as const;

const emailTaken = () =>
  new Refusal(409, "user.exists", "An account with this email address exists already.", {
    errors: { email: "An account with this email address exists already." },
  });

/**
 * Makes an account without a password, and mails a code to set one. After that, a registration of
 * the same address can no longer be confirmed.
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
  if (!row) throw emailTaken();
  const to = { name: row.name, address: row.email };
  const off = await passwordOff(act, row);
  await sendCode(act, "password", {
    to,
    mail: (sent) => invitation(act, { to, ...sent, role: row.role, off }),
    minutes: INVITATION_MINUTES,
  });
  await record(act, "account.invited", { about: aboutOf(row), detail: `as ${row.role}` });
  return announceAccount(act, row);
}

/** Changes the given fields. A new role ends all sessions of the account. */
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
  const hasNewAddress = wanted.email !== undefined && wanted.email !== before.email;
  if (hasNewAddress) await forgetCodes(act, before.email);
  const values = hasNewAddress ? { ...wanted, mailRefused: null } : wanted;
  const writing = write(act, id, values, hasNewRole ? "role-changed" : null);
  const after = await refuseDuplicate(writing, emailTaken());
  announceTeam(act, [before, after]);
  await recordEdit(act, before, after);
  if (hasNewRole && after.role === "student") await leaveSeveral(act, [after]);
  await announceName(act, before, after);
  return announceAccount(act, after);
}

/** Disables the account for this many hours and ends its sessions; 0 enables it again. */
export async function disable(
  act: Act,
  id: string,
  { hours, version }: DisableInput,
): Promise<Account> {
  const admins = hours > 0 ? await lockAdmins(act.db, act.now) : [];
  const before = await lock(act, id, version);
  if (hours > 0) refuseLast(admins, id);
  return await setDisabled(act, before, hours);
}

/**
 * Deletes the account: its sessions end, and the address becomes free. For some days it can be taken
 * back; then what is the person's alone is removed, and their name with it.
 */
export async function remove(act: Act, id: string): Promise<void> {
  const admins = await lockAdmins(act.db, act.now);
  const before = await lock(act, id);
  refuseLast(admins, id);
  await closeAll(act, [before]);
}

/** As one by one. If no admin would be left, one is refused: the asker, if named. */
export async function changeMany(act: Act, input: ManyInput): Promise<ManyReply> {
  const { db, me, now } = act;
  const takesAway = input.act === "delete" || (input.hours ?? 0) > 0;
  const admins = takesAway ? await lockAdmins(db, now) : [];
  const ids = [...new Set(input.ids)];
  const found = await db.select().from(people)
    .where(and(inArray(people.id, ids), isNull(people.deletedAt))).orderBy(people.id).for("update");
  const isLast = takesAway && admins.length > 0 && admins.every((id) => ids.includes(id));
  const kept = isLast ? admins.find((id) => id === me._id) ?? admins[0] : undefined;
  const changed = found.filter(({ id }) => id !== kept);
  const rows = new Map(found.map((row) => [row.id, row]));
  await changeAll(act, changed, input);
  return {
    done: changed.map(({ id }) => id),
    refused: ids.filter((id) => id === kept || !rows.has(id)).map((_id) => {
      const { code, message } = _id === kept ? lastAdmin() : notFound("This account");
      return { _id, name: rows.get(_id)?.name ?? null, code, msg: message };
    }),
  };
}

/** Changes accounts that are locked. */
async function changeAll(
  act: Act,
  accounts: Row[],
  { act: verb, hours = 0 }: ManyInput,
): Promise<void> {
  if (verb === "delete") return await closeAll(act, accounts);
  for (const account of accounts) await setDisabled(act, account, hours);
}

async function setDisabled(act: Act, account: Row, hours: number): Promise<Account> {
  const about = aboutOf(account);
  const disabledUntil = hours > 0 ? later(act.now, hours * 60) : null;
  if (hours > 0) await record(act, "account.disabled", { about, detail: `for ${hours} h` });
  else await record(act, "account.enabled", { about });
  const row = await write(act, account.id, { disabledUntil }, hours > 0 ? "disabled" : null);
  return announceAccount(act, row);
}

async function closeAll(act: Act, accounts: Row[]): Promise<void> {
  await closeAccounts(act, accounts);
  for (const account of accounts) {
    await record(act, "account.deleted", { about: aboutOf(account) });
  }
}

/** For the admins' list. @param refused the mail server's words; null when one was sent */
export async function noteMail(act: Act<null>, email: string, refused: string | null) {
  const [row] = await act.db.update(people).set({ mailRefused: refused }).where(and(
    eq(people.email, email),
    sql`${people.mailRefused} is distinct from ${refused}`,
  )).returning();
  if (row && row.deletedAt === null) announceAccount(act, row);
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

/** Writes the account. @param ends why its sessions end; null when they do not */
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

const aboutOf = ({ id, name }: Row) => ({ kind: "account", id, title: name }) as const;

/** Records a new role, and the names of the other fields that have changed. */
async function recordEdit(act: Act, before: Row, after: Row): Promise<void> {
  const about = aboutOf(after);
  if (after.role !== before.role) {
    await record(act, "account.role", { about, detail: `${before.role} → ${after.role}` });
  }
  const fields = EDITED.filter((field) => after[field] !== before[field]);
  if (fields.length > 0) await record(act, "account.edited", { about, detail: fields.join(", ") });
}

/** A code that is already sent must not open another person's account. */
const forgetCodes = ({ db }: Act, email: string) => db.delete(codes).where(eq(codes.email, email));

const invitation = (
  { me, parts }: Act,
  { to, code, at, role, off }: SentCode & { to: Mail["to"]; role: string; off: string | null },
): Mail => ({
  to,
  subject: off === null ? `${code} is your Doubtless invitation code` : "Your account at Doubtless",
  text: `Hello ${to.name},

${me.name} has made an account for you at Doubtless, as ${
    role === "admin" ? "an admin" : `a ${role}`
  }.

${
    off === null
      ? `Your code to set a password is ${code}. It was made at ${at} and is good for a day. A newer code
replaces it. Enter it, with this address, at
${originOf(parts.env)}/reset-password

When it has run out, choose "Forgot password" to get another.`
      : `${off}
Choose it at ${originOf(parts.env)}/login`
  }`,
});
