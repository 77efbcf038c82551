/** One's own API tokens, newest first; null until they are fetched. */
import type { ApiToken } from "../../../server/auth/tokens/schema.ts";
import { type Freshness, liveQuery } from "../../kit/data/live-query.ts";
import { perUserAtom } from "../../kit/net/session.ts";

type KnownTokens = Freshness & { tokens: readonly ApiToken[] };

export const tokensAtom = perUserAtom<KnownTokens | null>(null);

export const tokens = liveQuery({
  atom: tokensAtom,
  reduce: {
    "tokens.changed": (known: KnownTokens, { tokens }) => ({ ...known, tokens }),
  },
});
