/** A person's changes to their own account: profile, picture and password. */
import type { RequestSource } from "../../kit/http/request_source.ts";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { record } from "../../audit/writes.ts";
import { inWords, later } from "../../kit/core/clock.ts";
import { originOf } from "../../kit/core/env.ts";
import { notFound, Refusal, stale } from "../../kit/core/errors.ts";
import type { Me } from "../../kit/core/roles.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { insertFiles, type KeptFile } from "../../kit/files/files.ts";
import { files } from "../../kit/db/tables.ts";
import { deletedMail, deleteMail } from "../../kit/security/account_mail.ts";
import { sendCode, sendMail } from "../../kit/security/codes.ts";
import { inSignInQueue, openTries } from "../../kit/security/sign_in_attempts.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { lockAdmins } from "../../people/queries.ts";
import { announceAccount, announceName, announceTeam } from "../../people/writes.ts";
import { backHash, refuseLast } from "../../people/removals/queries.ts";
import { closeAccounts } from "../../people/removals/writes.ts";
import { BACK_DAYS } from "../../people/removals/schema.ts";
import type { User } from "../../people/schema.ts";
import { people } from "../../people/tables.ts";
import { useCode, wrongCode } from "../codes/commands.ts";
import { requirePasswordOn } from "../oidc/queries.ts";
import { type Account, accountById, describeAttempt, userOf } from "../queries.ts";
import type { ProfileInput } from "../schema.ts";
import { endOthers } from "../sessions/commands.ts";

const WRONG = "This is not your current password.";
const wrongPassword = () => new Refusal(400, "auth.wrong", WRONG, { errors: { password: WRONG } });

export async function editProfile(
  act: Act,
  { version, ...wanted }: ProfileInput,
): Promise<User> {
  const { db, me } = act;
  const isCurrent = version === undefined
    ? undefined
    // A version that is too large for the column is not the present one.
    : sql`${people.version} = ${version}::bigint`;
  const account = await write(act, wanted, isCurrent);
  if (account) {
    // The new name stands on everything that the person wrote: the trail tells who it was.
    if (account.name !== me.name) {
      await record(act, "account.renamed", {
        about: { kind: "account", id: me._id, title: account.name },
      });
    }
    return await userOf(db, account);
  }
  throw stale(await userOf(db, await accountById(db, me._id)));
}

/** Sets or removes the picture. The earlier one is deleted after the commit. */
export async function setPicture(act: Act, picture: KeptFile | null): Promise<User> {
  const { db, me, parts, afterwards } = act;
  const [before] = await db.select({ image: people.profileImage }).from(people)
    .where(eq(people.id, me._id)).for("update");
  if (picture) await insertFiles(db, [picture]);
  const account = await write(act, { profileImage: picture?.id ?? null });
  if (!account) throw notFound("This account");
  const old = before?.image;
  if (old) {
    await db.delete(files).where(eq(files.id, old));
    afterwards.push(() =>
      void parts.files.remove(old).catch((error) =>
        parts.log.warn({ error }, "a file was not removed")
      )
    );
  }
  return await userOf(db, account);
}

/**
 * Checks the present password, with the rule and the limits of a sign-in.
 * @returns its hash
 * @throws Refusal 400 when it is wrong or may not be used, 429 after too many tries
 */
export async function checkPassword(
  parts: Parts,
  me: Me,
  { password, browser, place }: { password: string; browser?: string; place: RequestSource },
): Promise<string> {
  const { database: { db }, hasher } = parts;
  const account = await accountById(db, me._id);
  await requirePasswordOn({ db, now: parts.clock(), parts }, account);
  const { email, passwordHash } = account;
  return await inSignInQueue(parts, { email, browser, place }, async () => {
    const attempt = await describeAttempt(parts, { email, browser, account }, place);
    const countFailure = await openTries(parts.limits, "password", attempt);
    if (await hasher.verify(passwordHash, password) && passwordHash !== null) return passwordHash;
    await countFailure();
    throw wrongPassword();
  });
}

/** Also ends all other sessions. @param was the checked hash: another change may come first */
export async function changePassword(
  act: Act,
  { was, passwordHash, current }: { was: string; passwordHash: string; current: string },
): Promise<Account> {
  const account = await write(act, { passwordHash }, eq(people.passwordHash, was));
  if (!account) throw wrongPassword();
  await record(act, "password.changed");
  return await endOthers(act, { reason: "password-changed", current });
}

/** Mails a code with which one's own account can be deleted without its password. */
export async function mailDeletionCode(act: Act, { name, email }: Account): Promise<void> {
  const to = { name, address: email };
  await sendCode(act, "delete", { to, mail: (sent) => deleteMail(to, sent) });
}

/** What was checked before: the hash of the password, or the address that got the code. */
export type Proof = { was: string } | { email: string };

/** Deletes one's own account, and mails a link that takes it back. @throws Refusal 409 */
export async function deleteOwn(act: Act, proof: Proof): Promise<void> {
  const { db, me, now, zone, parts: { env, tokens } } = act;
  const admins = await lockAdmins(db, now);
  refuseLast(admins, me._id);
  const [account] = await db.select().from(people).where(eq(people.id, me._id)).for("update");
  if (!account) throw notFound("This account");
  // Another request may have changed the password or the address since.
  if ("was" in proof) {
    if (account.passwordHash !== proof.was) throw wrongPassword();
  } else {
    if (account.email !== proof.email) throw wrongCode();
    await useCode(act, { purpose: "delete", email: proof.email });
  }
  const token = crypto.getRandomValues(new Uint8Array(32))
    .toBase64({ alphabet: "base64url", omitPadding: true });
  await closeAccounts(act, [account], backHash(tokens, token));
  const { id, name } = account;
  await record(act, "account.deleted", { about: { kind: "account", id, title: name } });
  const to = { name, address: account.email };
  const until = inWords(later(now, BACK_DAYS * 24 * 60), zone);
  const link = `${originOf(env)}/take-back?token=${token}`;
  await sendMail(act, deletedMail(to, { link, until }));
}

/** Writes the person's own account if the condition holds, and tells who sees it. */
async function write(act: Act, values: Partial<Account>, condition?: SQL) {
  const { db, me, now } = act;
  const [account] = await db.update(people)
    .set({ ...values, updatedAt: now, version: sql`version + 1` })
    .where(and(eq(people.id, me._id), condition)).returning();
  if (!account) return undefined;
  announceAccount(act, account);
  announce(act, "profile.changed", [userRoom(me._id)], { version: account.version });
  await announceName(act, me, account);
  announceTeam(act, [me]);
  return account;
}
