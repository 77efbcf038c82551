/** Who may register, as it was at the last load. */
import type { OwnAdmission } from "../../server/admission/schema.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const admissionAtom = perUserAtom<OwnAdmission | null>(null);
