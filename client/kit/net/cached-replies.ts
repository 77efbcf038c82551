/** The replies that the service worker caches. */
import { sessionAtom } from "./session.ts";
import { store } from "./store.ts";

/** Has the service worker drop what it caches of this doubt or other item, and all programs. */
export const dropCached = (id: string): void =>
  navigator.serviceWorker?.controller?.postMessage({ drop: id });

/** Has the service worker cache what is at this address now: it is there without a network. */
export function cacheReply(path: string): void {
  const token = store.get(sessionAtom)?.token;
  navigator.serviceWorker?.controller?.postMessage({ replies: [`/api${path}`], token });
}
