/** The newest copy of what is kept about oneself; null until it is fetched. */
import type { Copy } from "../../server/personal/schema.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type KnownCopy = Freshness & { copy: Copy | null };

export const copyAtom = perUserAtom<KnownCopy | null>(null);

export const copyQuery = liveQuery({
  atom: copyAtom,
  reduce: {
    "copy.changed": (known: KnownCopy, { personId: _, seq: __, ...copy }) =>
      // An earlier copy ends when a new one is asked for.
      known.copy !== null && known.copy.askedAt > copy.askedAt ? known : { ...known, copy },
  },
});
