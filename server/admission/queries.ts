/** Reads the rule for registrations. */
import type { Env } from "../kit/core/env.ts";
import { badField } from "../kit/core/errors.ts";
import type { Parts } from "../kit/core/parts.ts";
import type { Reader } from "../kit/db/database.ts";
import { admits, ruleSentence } from "./policy.ts";
import type { Admission } from "./schema.ts";
import { admission } from "./tables.ts";

export const selectAdmission = (db: Reader) =>
  db.select({
    rule: admission.rule,
    domains: admission.domains,
    version: admission.version,
  }).from(admission);

/** The rule of a new installation, from the settings. */
export const firstAdmission = ({ registration, registrationDomains }: Env): Admission => ({
  rule: registration,
  domains: registrationDomains,
  version: 1,
});

export async function admissionOf(db: Reader, { env }: Pick<Parts, "env">): Promise<Admission> {
  const [row] = await selectAdmission(db);
  return row ?? firstAdmission(env);
}

/**
 * Checks that an address may register. The answer does not depend on existing accounts.
 * @throws Refusal 400 `auth.domain` at the field `email`
 */
export async function requireAdmitted(parts: Parts, email: string): Promise<void> {
  const rule = await admissionOf(parts.database.db, parts);
  if (!admits(rule, email)) throw badField("email", ruleSentence(rule), "auth.domain");
}
