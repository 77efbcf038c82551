/** Events that end the session. */
import { liveFeature, onEvent } from "../kit/data/live-query.ts";
import { expireSession, meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { refreshMe } from "./actions.ts";

export const live = liveFeature({
  moved: [
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
