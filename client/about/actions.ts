/** API calls of the About page. Their replies are stored in its state. */
import type { AboutInput } from "../../server/about/schema.ts";
import { api, call, callAndStore } from "../kit/net/api.ts";
import { about, team } from "./state.ts";

export async function loadAboutPage(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.about.$get({}, { init: { signal } }));
  about.store({ ...data, seq });
}

export async function loadTeam(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.users.menters.$get({}, { init: { signal } }));
  team.store({ members: data, seq });
}

/** @throws CallError 409 `stale`, after the newer text in the reply was stored */
export async function saveAbout(json: AboutInput): Promise<void> {
  await callAndStore(
    api.about.$put({ json }),
    (reply) => about.applyOwn("about.saved", reply),
  );
}
