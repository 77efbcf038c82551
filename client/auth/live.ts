/** Events that end the session, or change the signed-in person. */
import type { ExplainIn } from "../kit/data/explain-in.ts";
import { type LiveFeature, onEvent } from "../kit/data/live-query.ts";
import type { Senders } from "../kit/data/outbox.ts";
import { toast } from "../kit/data/toast.ts";
import { api, call } from "../kit/net/api.ts";
import { expireSession, meAtom, storeUser } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";

// Also when an admin has moved the person to another section.
export const live: LiveFeature = { signals: { resync: refreshIfSignedIn } };

onEvent("session.ended", ({ reason }) => {
  // After a sign-out in this tab there is nothing to end.
  if (store.get(meAtom) !== null) expireSession(reason);
});

onEvent("profile.changed", ({ version }) => {
  const me = store.get(meAtom);
  if (me !== null && me.version < version) refreshIfSignedIn();
});

/** The language of explanations. */
export const senders: Senders = {
  "explain-in": {
    async send({ body }) {
      const json = { explainIn: body as ExplainIn };
      storeUser((await call(api.auth.me.$patch({ json }))).data);
    },
    refused: (_, failure) => toast.error(failure.message),
  },
};

/** A failure is ignored: the next API call reports it. */
export function refreshIfSignedIn(): void {
  if (store.get(meAtom) !== null) refreshMe().catch(() => {});
}

/** Fetches the signed-in person again: their name or role may have changed. */
async function refreshMe(): Promise<void> {
  const { data } = await call(api.auth.me.$get());
  storeUser(data);
}
