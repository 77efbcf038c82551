/** Who a provider's answer is about, the linked account, and whether a password may be used. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { schoolOnlySentence } from "../../admission/policy.ts";
import { admissionOf } from "../../admission/queries.ts";
import { Refusal } from "../../kit/core/errors.ts";
import type { Parts } from "../../kit/core/parts.ts";
import type { Role } from "../../kit/core/roles.ts";
import { email as emailSchema } from "../../kit/core/schema.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Answer, Claims, Provider } from "../../kit/security/oidc.ts";
import { name as nameSchema } from "../../people/schema.ts";
import { isAdminNow } from "../../people/queries.ts";
import { people } from "../../people/tables.ts";
import type { Account } from "../queries.ts";
import { identities } from "./tables.ts";

export type Identity = { issuer: string; subject: string; email: string; name: string };

const SUBJECT_MOST = 255;

/**
 * Reads who an answer is about; the provider is asked again for what is missing in it.
 * @throws Refusal 400 without an address that the provider has verified, or is trusted to have
 */
export async function identityOf(provider: Provider, answer: Answer): Promise<Identity> {
  const { issuer, isTrusted } = provider;
  const refuse = (sentence: string) =>
    new Refusal(400, "auth.oidc", `${provider.name}: ${sentence}`);
  const isEnough = ({ email, email_verified: isVerified }: Claims) =>
    email !== undefined && (isVerified !== undefined || isTrusted);
  const claims = isEnough(answer.claims) ? answer.claims : await answer.userinfo();
  const { sub: subject, email_verified: isVerified = isTrusted ? true : undefined } = claims;
  const email = emailSchema.safeParse(claims.email);
  if (!email.success) throw refuse("the answer has no email address. Ask your school's admin.");
  if (isVerified === undefined) {
    throw refuse(
      "the answer does not say whether your email address is verified (email_verified). " +
        `Tell your school's admin: the setting OIDC_TRUSTED_ISSUERS may name ${issuer}.`,
    );
  }
  // Some providers write it as a text.
  if (isVerified !== true && isVerified !== "true") {
    throw refuse("your email address is not verified there. Verify it there, and try again.");
  }
  const name = nameSchema.safeParse(claims.name);
  const nameless = email.data.slice(0, email.data.indexOf("@"));
  return { issuer, subject, email: email.data, name: name.success ? name.data : nameless };
}

/** @throws Refusal 400 when the provider's id of the person is too long */
export async function linkedAccount(
  db: Reader,
  { name, issuer }: Provider,
  { sub: subject }: Claims,
): Promise<Account | undefined> {
  if (subject.length > SUBJECT_MOST) {
    throw new Refusal(400, "auth.oidc", `${name}: the answer could not be verified.`);
  }
  const [row] = await db.select({ account: people }).from(identities)
    .innerJoin(people, eq(people.id, identities.personId))
    .where(and(
      eq(identities.issuer, issuer),
      eq(identities.subject, subject),
      isNull(people.deletedAt),
    ));
  return row?.account;
}

/** The admins who can sign in now, and whether each of them has linked an account of the provider. */
export const adminsNow = (
  db: Reader,
  { provider, now }: { provider: Pick<Provider, "issuer">; now: string },
): Promise<{ id: string; isLinked: boolean }[]> =>
  db.select({ id: people.id, isLinked: sql<boolean>`${identities.personId} is not null` })
    .from(people)
    .leftJoin(
      identities,
      and(eq(identities.personId, people.id), eq(identities.issuer, provider.issuer)),
    )
    .where(isAdminNow(now));

type ProviderAsk = {
  db: Reader;
  now: string;
  parts: Pick<Parts, "env" | "provider">;
};

/**
 * Says why a person of this role may not use a password; null if they may. Without a provider
 * everybody may, and so may an admin while no other one could sign in with the school's account.
 * @param person without an id, somebody who has no account yet
 */
export async function passwordOff(
  { db, now, parts }: ProviderAsk,
  { id, role }: { id?: string; role: Role },
): Promise<string | null> {
  const { provider } = parts;
  if (!provider) return null;
  const { schoolOnly } = await admissionOf(db, parts);
  if (!schoolOnly.includes(role)) return null;
  if (role === "admin") {
    const admins = await adminsNow(db, { provider, now });
    if (!admins.some((other) => other.id !== id && other.isLinked)) return null;
  }
  return schoolOnlySentence([role], provider.name);
}

/** @throws Refusal 400 `auth.school-only` if they may not use a password */
export async function requirePasswordOn(asked: ProviderAsk, person: { id?: string; role: Role }) {
  const sentence = await passwordOff(asked, person);
  if (sentence !== null) throw new Refusal(400, "auth.school-only", sentence);
}
