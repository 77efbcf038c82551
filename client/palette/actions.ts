/** The call of the command palette. */
import type { PaletteResults } from "../../server/palette/schema.ts";
import { api, call } from "../kit/net/api.ts";

export async function findInClass(find: string, signal: AbortSignal): Promise<PaletteResults> {
  return (await call(api.search.$get({ query: { find } }, { init: { signal } }))).data;
}
