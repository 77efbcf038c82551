/** API calls of the About page. Their replies are kept in its state. */
import type { About, AboutInput } from "../../server/about/schema.ts";
import { api, call, CallError, type Reply } from "../kit/net/api.ts";
import { about, team } from "./state.ts";

export async function loadAboutPage(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.about.$get({}, { init: { signal } }));
  about.store({ ...data, seq, stale: false });
}

export async function loadTeam(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.users.menters.$get({}, { init: { signal } }));
  team.store({ members: data, seq, stale: false });
}

/** @throws CallError 409 `stale`, after the newer text in the reply was stored */
export async function saveAbout(json: AboutInput): Promise<void> {
  try {
    storeSaved(await call(api.about.$put({ json })));
  } catch (error) {
    if (error instanceof CallError && error.code === "stale") {
      storeSaved({ data: error.body.current as About, seq: error.seq });
    }
    throw error;
  }
}

function storeSaved({ data, seq }: Reply<About>): void {
  about.applyOwn({ event: "about.saved", data: { ...data, seq } });
}
