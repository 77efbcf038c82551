/** The calls about one's API tokens. */
import type { ApiToken, MadeToken, TokenInput } from "../../../server/auth/tokens/schema.ts";
import { api, call, once } from "../../kit/net/api.ts";
import { store } from "../../kit/net/store.ts";
import { tokens, tokensAtom } from "./state.ts";

export async function loadTokens(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.tokens.$get({}, { init: { signal } }));
  tokens.store({ tokens: data, seq });
}

const others = (id: string): readonly ApiToken[] =>
  (store.get(tokensAtom)?.tokens ?? []).filter(({ _id }) => _id !== id);

/** Makes an API token, and returns it. Only this reply has the token itself. */
export async function makeToken(json: TokenInput, key: string): Promise<MadeToken> {
  const { data, seq } = await call(api.tokens.$post({ json }, once(key)));
  const known = [data.apiToken, ...others(data.apiToken._id)];
  tokens.applyOwn("tokens.changed", { data: { tokens: known }, seq });
  return data;
}

export async function takeTokenBack(id: string): Promise<void> {
  const { seq } = await call(api.tokens[":id"].$delete({ param: { id } }));
  tokens.applyOwn("tokens.changed", { data: { tokens: [...others(id)] }, seq });
}
