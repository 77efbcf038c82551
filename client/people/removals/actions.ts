/** The calls about deleted accounts. */
import { api, call } from "../../kit/net/api.ts";
import { accounts } from "../state.ts";
import { removals } from "./state.ts";

export async function loadRemovals(signal: AbortSignal): Promise<void> {
  const { data: items, seq } = await call(api.users.removals.$get({}, { init: { signal } }));
  removals.store({ items, seq });
}

export async function takeBack(id: string): Promise<void> {
  const asked = api.users.removals[":id"]["take-back"].$post({ param: { id } });
  const { data, seq } = await call(asked);
  removals.edit((known) => ({ ...known, items: known.items.filter(({ _id }) => _id !== id) }));
  accounts.applyOwn("user.changed", { data, seq });
}
