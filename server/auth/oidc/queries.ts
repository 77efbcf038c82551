/** Reads who a provider's answer is about, and the account that is linked to it. */
import { and, eq, isNull } from "drizzle-orm";
import { Refusal } from "../../kit/core/errors.ts";
import { email as emailSchema } from "../../kit/core/schema.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Claims, Provider } from "../../kit/security/oidc.ts";
import { name as nameSchema } from "../../people/schema.ts";
import { people } from "../../people/tables.ts";
import type { Account } from "../queries.ts";
import { identities } from "./tables.ts";

export type Identity = { issuer: string; subject: string; email: string; name: string };

const SUBJECT_MOST = 255;

/** @throws Refusal 400 without an address that the provider has verified */
export function identityOf({ name: provider, issuer }: Provider, claims: Claims): Identity {
  const refuse = (sentence: string) => new Refusal(400, "auth.oidc", `${provider}: ${sentence}`);
  const { sub: subject, email_verified: isVerified } = claims;
  const email = emailSchema.safeParse(claims.email);
  if (!email.success) throw refuse("the answer has no email address. Ask your school's admin.");
  if (isVerified === undefined) {
    throw refuse("the answer does not say whether your email address is verified.");
  }
  if (isVerified !== true) throw refuse("your email address is not verified there.");
  if (subject.length > SUBJECT_MOST) throw refuse("the answer could not be verified.");
  const name = nameSchema.safeParse(claims.name);
  const nameless = email.data.slice(0, email.data.indexOf("@"));
  return { issuer, subject, email: email.data, name: name.success ? name.data : nameless };
}

export async function linkedAccount(
  db: Reader,
  { issuer, subject }: Pick<Identity, "issuer" | "subject">,
): Promise<Account | undefined> {
  const [row] = await db.select({ account: people }).from(identities)
    .innerJoin(people, eq(people.id, identities.personId))
    .where(and(
      eq(identities.issuer, issuer),
      eq(identities.subject, subject),
      isNull(people.deletedAt),
    ));
  return row?.account;
}
