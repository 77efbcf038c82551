/** The deleted accounts, newest first; null until they are fetched. */
import type { Removal } from "../../../server/people/removals/schema.ts";
import { type Freshness, liveQuery } from "../../kit/data/live-query.ts";
import { perUserAtom } from "../../kit/net/session.ts";

type KnownRemovals = Freshness & { items: readonly Removal[] };

export const removalsAtom = perUserAtom<KnownRemovals | null>(null);

export const removals = liveQuery({
  atom: removalsAtom,
  stale: ["user.changed"],
  // An account is deleted, or is back.
  isAbout: ({ items }, change) =>
    "removed" in change || items.some(({ _id }) => _id === change._id),
});
