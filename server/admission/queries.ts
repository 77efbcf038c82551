/** Reads the rule for registrations. */
import type { Env } from "../kit/core/env.ts";
import { badField } from "../kit/core/errors.ts";
import type { Parts } from "../kit/core/parts.ts";
import type { Reader } from "../kit/db/database.ts";
import { openedBy, openInvitationFor, requireInvited } from "./invitations/queries.ts";
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

type Applicant = { email: string; invitation?: string; address: string };

/**
 * As `requireAdmitted`, for an address that is verified already: its personal invitation admits it
 * without the link.
 */
export async function requireVerifiedAdmitted(
  parts: Parts,
  applicant: Omit<Applicant, "invitation">,
): Promise<string | null> {
  return await openInvitationFor(parts, applicant.email) ?? await requireAdmitted(parts, applicant);
}

/**
 * Checks that an address may register. An invitation admits whatever the rule is. The answer does
 * not depend on existing accounts.
 * @returns the id of the invitation, or null without one
 * @throws Refusal 400 `auth.domain` or `auth.invited` at the field `email`; 404 or 409 for an
 * invitation that does not exist or has ended
 */
export async function requireAdmitted(
  parts: Parts,
  { email, invitation: token, address }: Applicant,
): Promise<string | null> {
  if (token !== undefined) {
    const invitation = await openedBy(parts, { token, address });
    requireInvited(invitation, email);
    return invitation._id;
  }
  const rule = await admissionOf(parts.database.db, parts);
  if (admits(rule, email)) return null;
  throw badField(
    "email",
    ruleSentence(rule),
    rule.rule === "domains" ? "auth.domain" : "auth.invited",
  );
}
