/** Who may register, and who may sign in only with the school's account. */
import * as z from "zod";
import { ROLES } from "../kit/core/roles.ts";
import { readMailDomain, version } from "../kit/core/schema.ts";

export const ADMISSION_RULES = ["open", "domains", "invited"] as const;
export const DOMAINS_MOST = 50;

const NO_DOMAIN = "This is not a domain like school.edu or *.school.edu.";
export const DOMAINS_MISSING = "Write at least one domain.";

const domain = z.string().max(253, NO_DOMAIN)
  .refine((text) => readMailDomain(text) !== null, NO_DOMAIN)
  .meta({ pattern: "^\\s*(\\*\\.)?[^\\s/?#@:%.*]+(\\.[^\\s/?#@:%.*]+)+\\s*$" })
  .transform((text) => readMailDomain(text) ?? text);

export const admissionInput = z.strictObject({
  rule: z.enum(ADMISSION_RULES),
  /** Kept while the rule is `open`, so that an admin can switch back to them. */
  domains: z.array(domain).max(DOMAINS_MOST, `At most ${DOMAINS_MOST} domains.`),
  /** The roles that sign in only with the school's account. Left out: as before. */
  schoolOnly: z.array(z.enum(ROLES)).max(ROLES.length).optional(),
  version: version.optional(),
}).refine(({ rule, domains }) => rule !== "domains" || domains.length > 0, {
  path: ["domains"],
  message: DOMAINS_MISSING,
});
export type AdmissionInput = z.infer<typeof admissionInput>;

/** Public: the screens for signing in and registering say the rules. */
export const admission = z.object({
  rule: z.enum(ADMISSION_RULES),
  /** Empty unless the rule is `domains` or the asker is an admin. */
  domains: z.array(z.string()),
  /** The roles for which the password way is off. Empty while no provider is set up. */
  schoolOnly: z.array(z.enum(ROLES)),
  /** The name of the school's provider; null when none is set up. */
  school: z.string().nullable(),
  version,
});
export type Admission = z.infer<typeof admission>;

export const ownAdmission = admission.extend({
  /** Why the asker may not use a password; missing for those who may, and for visitors. */
  passwordOff: z.string().optional(),
});
export type OwnAdmission = z.infer<typeof ownAdmission>;
