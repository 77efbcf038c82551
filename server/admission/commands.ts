/** Changes the rule for registrations. */
import { record } from "../audit/record.ts";
import { stale } from "../kit/core/errors.ts";
import type { Act } from "../live/outbox.ts";
import { ruleSentence } from "./policy.ts";
import { firstAdmission, selectAdmission } from "./queries.ts";
import type { Admission, AdmissionInput } from "./schema.ts";
import { admission } from "./tables.ts";

/** @throws Refusal 409 when the version is not the current one */
export async function edit(act: Act, { version, ...input }: AdmissionInput): Promise<Admission> {
  const { db, now, parts } = act;
  // Insert the settings' rule first if there is no row yet, so that `for update` has a row to lock.
  await db.insert(admission).values(firstAdmission(parts.env)).onConflictDoNothing();
  const [before] = await selectAdmission(db).for("update");
  if (!before) throw new Error("the rule that was just inserted is missing");
  if (version !== undefined && version !== before.version) throw stale(before);
  const domains = [...new Set(input.domains)];
  const after: Admission = { rule: input.rule, domains, version: before.version + 1 };
  await db.update(admission).set({ ...after, updatedAt: now });
  record(act, "admission.changed", { detail: ruleSentence(after) || "Everyone can register." });
  return after;
}
