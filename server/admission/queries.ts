/** Reads the rules for registrations and for the password. */
import type { Env } from "../kit/core/env.ts";
import { badField } from "../kit/core/errors.ts";
import type { Parts } from "../kit/core/parts.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { openedBy, openInvitationFor, requireInvited } from "./invitations/queries.ts";
import { admits, ruleSentence } from "./policy.ts";
import type { Admission } from "./schema.ts";
import { admission } from "./tables.ts";

export const selectAdmission = (db: Reader) =>
  db.select(pick(admission, "rule", "domains", "schoolOnly", "version")).from(admission);

/** The rule of a new installation, from the settings. */
export const firstAdmission = ({ registration, registrationDomains }: Env): StoredAdmission => ({
  rule: registration,
  domains: registrationDomains,
  schoolOnly: [],
  version: 1,
});

type StoredAdmission = Omit<Admission, "school">;

/** The rules as they apply: without a provider, everybody may use a password. */
export const admissionView = (
  stored: StoredAdmission,
  { provider }: Pick<Parts, "provider">,
): Admission => ({
  ...stored,
  schoolOnly: provider ? stored.schoolOnly : [],
  school: provider?.name ?? null,
});

export async function admissionOf(
  db: Reader,
  parts: Pick<Parts, "env" | "provider">,
): Promise<Admission> {
  const [row] = await selectAdmission(db);
  return admissionView(row ?? firstAdmission(parts.env), parts);
}

/** Warns the operator who has taken the provider out of the settings. */
export async function warnOfPasswords(
  { database, provider, log }: Pick<Parts, "database" | "provider" | "log">,
): Promise<void> {
  const [row] = await selectAdmission(database.db);
  if (provider || !row?.schoolOnly.length) return;
  log.warn(
    { roles: row.schoolOnly },
    "the password is switched off for some roles, but OIDC_ISSUER is not set, so it works again",
  );
}

type Applicant = { email: string; invitation?: string; address: string };

/** As `requireAdmitted`; a personal invitation to a verified address admits it without the link. */
export async function requireVerifiedAdmitted(parts: Parts, applicant: Applicant) {
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
