/**
 * Makes the first admin of the configured database (`deno task admin EMAIL`), or ends all sessions
 * (`deno task admin --sign-out-all`), which revokes every earlier token, for example one that was
 * seen in a log.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { record } from "../server/audit/writes.ts";
import { accountByEmail } from "../server/auth/queries.ts";
import { systemClock } from "../server/kit/core/clock.ts";
import { newCode } from "../server/kit/security/codes.ts";
import { connect } from "../server/kit/db/database.ts";
import { runTask } from "../server/kit/process/exit_messages.ts";
import { originOf, readEnv, secretOf } from "../server/kit/core/env.ts";
import { SettingsError } from "../server/kit/core/errors.ts";
import { newId } from "../server/kit/core/ids.ts";
import { migrate } from "../server/kit/db/migrate.ts";
import { email as emailSchema } from "../server/kit/core/schema.ts";
import { createTokens, type Tokens } from "../server/kit/security/tokens.ts";
import {
  type Act,
  announce,
  onlyLogging,
  transact,
  type WriteParts,
} from "../server/live/outbox.ts";
import { userRoom } from "../server/live/rooms.ts";
import { accountView } from "../server/people/queries.ts";
import { people } from "../server/people/tables.ts";
import { openConfigured } from "./open.ts";

const USAGE = "Name the admin's address: deno task admin EMAIL";
/** Makes one more admin where there is one already. */
const ANOTHER = "--another";
const SIGN_OUT_ALL = "--sign-out-all";

/** How long the code is valid: the server may have to be started first. */
const MINUTES = 60;

/** The result: a code to set a password with, or null for a person who has a password. */
type AdminResult = { code: string | null };

async function makeAdmin(
  act: Act<null, WriteParts>,
  { email, another, tokens }: { email: string; another: boolean; tokens: Tokens },
): Promise<AdminResult> {
  const { db, now } = act;
  // Of two parallel runs, the second one sees the first one's change.
  await db.execute(sql`lock table people in share row exclusive mode`);
  const [admin] = await db.select({ email: people.email }).from(people)
    .where(and(eq(people.role, "admin"), isNull(people.deletedAt))).limit(1);
  const account = await accountByEmail(db, email);
  const isAdmin = account?.role === "admin";
  if (admin && !isAdmin && !another) {
    throw new SettingsError(
      `${admin.email} is an admin already and can make others in the admin panel; to make one more from here, add ${ANOTHER}.`,
    );
  }
  const hasPassword = account?.verifiedAt != null && account.passwordHash !== null;
  if (account === undefined) {
    const [made] = await db.insert(people).values({
      id: newId(),
      name: email.slice(0, email.indexOf("@")),
      email,
      role: "admin",
      createdAt: now,
      updatedAt: now,
    }).onConflictDoNothing().returning();
    if (!made) {
      throw new SettingsError(`The account of ${email} was deleted; take another address.`);
    }
    recordRole(act, made);
    announce(act, "user.changed", ["admins"], accountView(made));
  } else {
    const [changed] = await db.update(people).set({
      role: "admin",
      disabledUntil: null,
      updatedAt: now,
      version: sql`version + 1`,
      ...(!isAdmin && { epoch: sql`epoch + 1` }),
    }).where(eq(people.id, account.id)).returning();
    if (changed) announce(act, "user.changed", ["admins"], accountView(changed));
    if (!isAdmin && changed) {
      recordRole(act, account);
      const ended = { reason: "role-changed" as const, epoch: changed.epoch };
      announce(act, "session.ended", [userRoom(account.id)], ended);
      announce(act, "team.changed", ["home"], {});
    }
  }
  if (hasPassword) return { code: null };

  return {
    code: await newCode({ db, now, tokens }, { purpose: "password", email, minutes: MINUTES }),
  };
}

const recordRole = (act: Act<null, WriteParts>, { id, name }: typeof people.$inferSelect) =>
  record(act, "account.role", {
    about: { kind: "account", id, title: name },
    detail: "→ admin, with the task admin",
  });

/** @returns the number of accounts */
async function signOutAll(act: Act<null, WriteParts>): Promise<number> {
  const rows = await act.db.update(people)
    .set({ epoch: sql`epoch + 1`, updatedAt: act.now, version: sql`version + 1` })
    .where(isNull(people.deletedAt)).returning({ id: people.id, epoch: people.epoch });
  for (const { id, epoch } of rows) {
    announce(act, "session.ended", [userRoom(id)], { reason: "signed-out", epoch });
  }
  record(act, "session.all-ended");
  return rows.length;
}

function addressIn(args: string[]): string {
  const [address, ...more] = args.filter((arg) => arg !== ANOTHER);
  if (!address || more.length > 0) throw new SettingsError(USAGE);
  const read = emailSchema.safeParse(address);
  if (!read.success) throw new SettingsError(`${address} is not an email address. ${USAGE}`);
  return read.data;
}

async function main(args: string[]): Promise<void> {
  const isSignOut = args.length === 1 && args[0] === SIGN_OUT_ALL;
  const another = args.includes(ANOTHER);
  const email = isSignOut ? "" : addressIn(args);

  const env = readEnv(Deno.env.toObject());
  const { url, close } = await openConfigured(env);
  const database = connect(url);
  try {
    await migrate(database);
    const tokens = createTokens(await secretOf(env), Date.now);
    const parts = { env, database, clock: systemClock, live: onlyLogging("admin") };
    if (isSignOut) {
      const count = await transact(parts, signOutAll);
      const accounts = count === 1 ? "1 account" : `${count} accounts`;
      console.log(`\n  Everybody is signed out: ${accounts}.\n`);
      return;
    }
    const { code } = await transact(parts, (act) => makeAdmin(act, { email, another, tokens }));
    console.log(`\n  ${email} is an admin.`);
    if (code === null) console.log("  The password is the one that this account has.\n");
    else {
      const origin = originOf(env);
      console.log(
        `  To set a password, open ${origin}/reset-password within an hour`,
      );
      console.log(`  and enter the code ${code}.\n`);
    }
  } finally {
    await database.close();
    await close();
  }
}

await runTask(() => main(Deno.args));
