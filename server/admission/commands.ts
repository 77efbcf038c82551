/** Changes the rules for registrations and for the password. */
import { record } from "../audit/writes.ts";
import { adminsNow } from "../auth/oidc/queries.ts";
import { badField, stale } from "../kit/core/errors.ts";
import { type Role, ROLES } from "../kit/core/roles.ts";
import type { Act } from "../live/outbox.ts";
import { ruleSentence, schoolOnlySentence } from "./policy.ts";
import { admissionView, firstAdmission, selectAdmission } from "./queries.ts";
import type { Admission, AdmissionInput } from "./schema.ts";
import { admission } from "./tables.ts";

/**
 * @throws Refusal 409 when the version is not the current one, 400 when the password cannot be
 *   switched off
 */
export async function edit(act: Act, { version, ...input }: AdmissionInput): Promise<Admission> {
  const { db, now, parts } = act;
  // Insert the settings' rule first if there is no row yet, so that `for update` has a row to lock.
  await db.insert(admission).values(firstAdmission(parts.env)).onConflictDoNothing();
  const [before] = await selectAdmission(db).for("update");
  if (!before) throw new Error("the rule that was just inserted is missing");
  if (version !== undefined && version !== before.version) {
    throw stale(admissionView(before, parts));
  }
  const domains = [...new Set(input.domains)];
  const schoolOnly = input.schoolOnly
    ? ROLES.filter((role) => input.schoolOnly?.includes(role))
    : before.schoolOnly;
  const newlyOff = schoolOnly.filter((role) => !before.schoolOnly.includes(role));
  if (newlyOff.length > 0) await requireSchoolFor(act, newlyOff);
  const after = { rule: input.rule, domains, schoolOnly, version: before.version + 1 };
  await db.update(admission).set({ ...after, updatedAt: now });
  const isOther = (one: unknown, other: unknown) => String(one) !== String(other);
  const hasNewPassword = isOther(before.schoolOnly, schoolOnly);
  if (hasNewPassword) {
    await record(act, "admission.password", {
      detail: parts.provider && schoolOnly.length > 0
        ? schoolOnlySentence(schoolOnly, parts.provider.name)
        : "Everyone can sign in with a password.",
    });
  }
  if (!hasNewPassword || isOther([before.rule, before.domains], [after.rule, domains])) {
    await record(act, "admission.changed", {
      detail: ruleSentence(after) || "Everyone can register.",
    });
  }
  return admissionView(after, parts);
}

/** Only who can sign in with the school's account may lose the password. @throws Refusal 400 */
async function requireSchoolFor({ db, now, parts }: Act, roles: Role[]): Promise<void> {
  const { provider } = parts;
  const refuse = (sentence: string) => badField("schoolOnly", sentence, "admission.password");
  if (!provider) {
    throw refuse("The password can be switched off when the school's account is set up.");
  }
  if (!roles.includes("admin")) return;
  const admins = await adminsNow(db, { provider, now });
  if (admins.length > 1 && admins.some(({ isLinked }) => isLinked)) return;
  throw refuse(
    `The last admin keeps the password. It can be switched off for admins when there are two, and one of them has signed in with ${provider.name}.`,
  );
}
