/** State of one's own profile: where one is signed in. */
import type { OpenSession } from "../../../server/auth/schema.ts";
import { perUserAtom } from "../../kit/net/session.ts";

/** Where one is signed in; null until it is fetched. */
export const openSessionsAtom = perUserAtom<readonly OpenSession[] | null>(null);
