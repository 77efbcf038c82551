/** The audit trail as it was at the last load: the rows of one filter. */
import type { AuditPage } from "../../server/audit/schema.ts";
import { perUserAtom } from "../kit/net/session.ts";

/** Values as in the address; none of them empty. */
export interface AuditFilter {
  person?: string;
  verb?: string;
  first?: string;
  last?: string;
}

export const auditAtom = perUserAtom<AuditPage & { filter: AuditFilter } | null>(null);
