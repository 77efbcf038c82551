/** Signs in with an account of the school's provider, and links it to an account here. */
import { and, eq, isNull } from "drizzle-orm";
import { requireVerifiedAdmitted } from "../../admission/queries.ts";
import { record } from "../../audit/record.ts";
import { Refusal } from "../../kit/core/errors.ts";
import type { Parts } from "../../kit/core/parts.ts";
import type { Place } from "../../kit/http/place.ts";
import type { From } from "../../kit/security/device.ts";
import type { Claims, Provider } from "../../kit/security/oidc.ts";
import { type Act, transact } from "../../live/outbox.ts";
import { people } from "../../people/tables.ts";
import { admit } from "../accounts/commands.ts";
import { checkSignIn, createSession, recordingRefusals, refuseDisabled } from "../commands.ts";
import { type Account, accountByEmail } from "../queries.ts";
import type { Session } from "../schema.ts";
import { type Identity, identityOf, linkedAccount } from "./queries.ts";
import type { LinkInput } from "./schema.ts";
import { identities } from "./tables.ts";

/** What a browser keeps while the password of an account is asked for. */
export type Linking = Identity & { personId: string };

type Visit = { browser?: string; place: Place; from: From };

const again = (sentence: string) =>
  new Refusal(400, "auth.oidc", `${sentence} Please start again.`);

/**
 * Signs in the person that the provider's verified answer is about: with the linked account, or with
 * a new one if the rule for registrations admits the address.
 * @returns the session; or, if an account with the address is not linked, what to ask its password
 *   for
 * @throws Refusal 400
 */
export async function enter(
  parts: Parts,
  { provider, claims, ...visit }: Visit & { provider: Provider; claims: Claims },
): Promise<Session | Linking> {
  const { db } = parts.database;
  const identity = identityOf(provider, claims);
  const linked = await linkedAccount(db, identity);
  if (linked) return await open(parts, linked, visit);
  const account = await accountByEmail(db, identity.email);
  if (account) return { ...identity, personId: account.id };
  const { place } = visit;
  const { address } = place;
  const invitationId = await requireVerifiedAdmitted(parts, { email: identity.email, address });
  const made = await transact({
    parts,
    me: null,
    place,
    work: (act) => join(act, identity, invitationId),
  });
  return await open(parts, made, visit);
}

async function open(parts: Parts, account: Account, visit: Visit): Promise<Session> {
  const { place } = visit;
  await recordingRefusals(parts, { place, account }, () => refuseDisabled(parts, account));
  return await createSession(parts, account, visit);
}

/**
 * Makes a student's account without a password, and links it.
 * @throws Refusal 400 if an account with the address has been made in the meantime
 */
async function join(
  act: Act<null>,
  identity: Identity,
  invitationId: string | null,
): Promise<Account> {
  const account = await admit(act, identity, invitationId);
  if (!account) throw again("An account with your address was made in the meantime.");
  await keepLink(act, identity, account.id);
  return account;
}

/**
 * Checks the password of the account once, links the provider's account to it, and signs in.
 * @throws Refusal 400
 */
export async function link(
  parts: Parts,
  { linking, ...given }: LinkInput & { linking: Linking },
  visit: { place: Place; from: From },
): Promise<Session> {
  const { email, personId } = linking;
  if (email !== given.email) throw again("Another sign-in was begun in this browser.");
  const account = await checkSignIn(parts, given, visit.place);
  if (account.id !== personId) throw again("The account with this address has changed.");
  await transact({
    parts,
    me: null,
    place: visit.place,
    work: async (act) => {
      const [own] = await act.db.select({ email: people.email }).from(people)
        .where(and(eq(people.id, personId), isNull(people.deletedAt))).for("update");
      if (own?.email !== email) throw again("The account with this address has changed.");
      await keepLink(act, linking, personId);
      record(act, "account.linked", { by: account });
    },
  });
  return await createSession(parts, account, { browser: given.browser, ...visit });
}

/**
 * Links the provider's account. It replaces an earlier one of the same person, such as one that the
 * school has made anew.
 * @throws Refusal 400 if it is linked to another account here
 */
async function keepLink(
  { db, now }: Act<null>,
  { issuer, subject }: Identity,
  personId: string,
): Promise<void> {
  await db.delete(identities)
    .where(and(eq(identities.personId, personId), eq(identities.issuer, issuer)));
  const kept = await db.insert(identities).values({ issuer, subject, personId, linkedAt: now })
    .onConflictDoNothing().returning({ personId: identities.personId });
  if (kept.length === 0) throw again("Your school's account was linked to another account here.");
}
