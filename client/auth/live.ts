/** Events that end the session, or change the signed-in person or their API tokens. */
import { liveFeature, onEvent } from "../kit/data/live-query.ts";
import { api, call } from "../kit/net/api.ts";
import { expireSession, keepUser, meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { tokens } from "./tokens/state.ts";

export const live = liveFeature({
  // Also when an admin has moved the person to another section.
  signals: { resync: refreshIfSignedIn },
  moved: [
    tokens,
    onEvent("session.ended", ({ reason }) => {
      // After a sign-out in this tab there is nothing to end.
      if (store.get(meAtom) !== null) expireSession(reason);
    }),
    onEvent("profile.changed", ({ version }) => {
      const me = store.get(meAtom);
      // A failure is ignored: the next API call reports it.
      if (me !== null && me.version < version) refreshMe().catch(() => {});
    }),
  ],
});

/** A failure is ignored: the next API call reports it. */
export function refreshIfSignedIn(): void {
  if (store.get(meAtom) !== null) refreshMe().catch(() => {});
}

/**
 * Fetches the signed-in person again: their name or role may have changed, or the session ended.
 */
async function refreshMe(): Promise<void> {
  const { data } = await call(api.auth.me.$get());
  keepUser(data);
}
