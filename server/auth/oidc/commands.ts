/** Signs in with an account of the school's provider, and links it to an account here. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { requireVerifiedAdmitted } from "../../admission/queries.ts";
import { record } from "../../audit/writes.ts";
import { Refusal } from "../../kit/core/errors.ts";
import type { Parts } from "../../kit/core/parts.ts";
import type { RequestSource } from "../../kit/http/request_source.ts";
import { linkMail } from "../../kit/security/account_mail.ts";
import { sendCode } from "../../kit/security/codes.ts";
import type { Answer, Provider } from "../../kit/security/oidc.ts";
import { countMail } from "../../kit/security/sign_in_attempts.ts";
import { type Act, transact } from "../../live/outbox.ts";
import { people } from "../../people/tables.ts";
import { announceAccount, announceTeam } from "../../people/writes.ts";
import { admit } from "../accounts/commands.ts";
import { guessMailed, useCode } from "../codes/commands.ts";
import { checkSignIn, createSession, recordingRefusals, refuseDisabled } from "../commands.ts";
import { type Account, accountByEmail } from "../queries.ts";
import type { Session } from "../schema.ts";
import { type Identity, identityOf, linkedAccount } from "./queries.ts";
import type { LinkByCodeInput, LinkInput } from "./schema.ts";
import { identities } from "./tables.ts";

/** What a browser keeps while the password of an account is asked for. */
export type PendingLink = Identity & { personId: string };

type Visit = { browser?: string; invitation?: string; place: RequestSource };

const again = (sentence: string) =>
  new Refusal(400, "auth.oidc", `${sentence} Please start again.`);

/**
 * Signs in the person that the provider's verified answer is about: with the linked account, or with
 * a new one if an invitation or the rule for registrations admits the address.
 * @returns the session; or, if an account with the address is not linked, what to ask its password
 *   for
 * @throws Refusal 400
 */
export async function enter(
  parts: Parts,
  { provider, answer, ...visit }: Visit & { provider: Provider; answer: Answer },
): Promise<Session | PendingLink> {
  const { db } = parts.database;
  // Who is linked gets in, whatever else the answer says or leaves out.
  const linked = await linkedAccount(db, provider, answer.claims);
  if (linked) return await open(parts, linked, visit);
  const identity = await identityOf(provider, answer);
  const account = await accountByEmail(db, identity.email);
  if (account) return { ...identity, personId: account.id };
  const { place, invitation } = visit;
  const applicant = { email: identity.email, invitation, address: place.address };
  const invitationId = await requireVerifiedAdmitted(parts, applicant);
  const made = await transact(parts, (act) => join(act, identity, invitationId), place);
  return await open(parts, made, visit);
}

async function open(parts: Parts, account: Account, visit: Visit): Promise<Session> {
  const { place } = visit;
  await recordingRefusals(parts, { place, account }, () => refuseDisabled(parts, account));
  return await createSession(parts, account, visit);
}

/** Makes a student's account without a password. @throws Refusal 400 if there is one by now */
async function join(act: Act<null>, identity: Identity, invitationId: string | null) {
  const account = await admit(act, identity, invitationId);
  if (!account) throw again("An account with your address was made in the meantime.");
  await storeLink(act, identity, account.id);
  return account;
}

/** Checks the account's password once, links the provider's account, signs in. @throws 400 */
export async function link(
  parts: Parts,
  { linking, ...given }: LinkInput & { linking: PendingLink },
  place: RequestSource,
): Promise<Session> {
  requireSame(linking, given.email);
  const { id } = await checkSignIn(parts, given, place);
  if (id !== linking.personId) throw again(CHANGED);
  const work = (act: Act<null>) => linkTo(act, linking);
  const account = await transact(parts, work, place);
  return await createSession(parts, account, { browser: given.browser, place });
}

/** Mails a code to the account's address, for people without a password. @throws Refusal 400, 429 */
export async function sendLinkCode(
  parts: Parts,
  { linking, email }: { linking: PendingLink; email: string },
  place: RequestSource,
): Promise<void> {
  requireSame(linking, email);
  await countMail(parts.limits, "asked", { email, ...place, browser: null });
  const to = { name: linking.name, address: email };
  const work = (act: Act<null>) =>
    sendCode(act, "link", { to, mail: (sent) => linkMail(to, sent) });
  await transact(parts, work, place);
}

/** As `link`, with a mailed code, which also verifies an invited person. @throws Refusal 400 */
export async function linkByCode(
  parts: Parts,
  { linking, ...given }: LinkByCodeInput & { linking: PendingLink },
  place: RequestSource,
): Promise<Session> {
  const { email } = given;
  requireSame(linking, email);
  await guessMailed(parts, { ...given, purpose: "link" }, place);
  const work = async (act: Act<null>) => {
    await useCode(act, { purpose: "link", email });
    const account = await linkTo(act, linking);
    refuseDisabled(parts, account);
    return account.verifiedAt === null ? await verify(act, account) : account;
  };
  const account = await transact(parts, work, place);
  return await createSession(parts, account, { browser: given.browser, place });
}

const CHANGED = "The account with this address has changed.";

/** @throws Refusal 400 when the page shows another address than that of the sign-in under way */
function requireSame(linking: PendingLink, email: string): void {
  if (linking.email !== email) throw again("Another sign-in was begun in this browser.");
}

/** Links the account that was asked about. @throws Refusal 400 if it has changed since */
async function linkTo(act: Act<null>, linking: PendingLink): Promise<Account> {
  const [account] = await act.db.select().from(people)
    .where(and(eq(people.id, linking.personId), isNull(people.deletedAt))).for("update");
  if (account?.email !== linking.email) throw again(CHANGED);
  await storeLink(act, linking, account.id);
  await record(act, "account.linked", { by: account });
  return account;
}

/** The code was mailed to this address, so the address is verified. */
async function verify(act: Act<null>, { id }: Account): Promise<Account> {
  const { db, now } = act;
  const [account] = await db.update(people)
    .set({ verifiedAt: now, updatedAt: now, version: sql`version + 1` })
    .where(eq(people.id, id)).returning();
  if (!account) throw again(CHANGED);
  announceAccount(act, account);
  // An invited person appears in the team from now on.
  announceTeam(act, [account]);
  return account;
}

/**
 * Links the provider's account. It replaces an earlier one of the same person, such as one that the
 * school has made anew.
 * @throws Refusal 400 if it is linked to another account here
 */
async function storeLink({ db, now }: Act<null>, { issuer, subject }: Identity, personId: string) {
  await db.delete(identities)
    .where(and(eq(identities.personId, personId), eq(identities.issuer, issuer)));
  const kept = await db.insert(identities).values({ issuer, subject, personId, linkedAt: now })
    .onConflictDoNothing().returning({ personId: identities.personId });
  if (kept.length === 0) throw again("Your school's account was linked to another account here.");
}
