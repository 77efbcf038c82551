/** State of one's own profile: where one is signed in. */
import type { OpenSession } from "../../../server/auth/schema.ts";
import { perUserAtom } from "../../kit/net/session.ts";

export const openSessionsAtom = perUserAtom<readonly OpenSession[] | null>(null);
