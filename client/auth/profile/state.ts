/** State of one's own profile: where one is signed in. */
import type { SessionPlace } from "../../../server/auth/schema.ts";
import { perUserAtom } from "../../kit/net/session.ts";

/** Where one is signed in; null until it is fetched. */
export const sessionPlacesAtom = perUserAtom<readonly SessionPlace[] | null>(null);
