/** The service worker, and pushes to this browser. */
import { api, call } from "../../kit/net/api.ts";
import { pushingAtom, wantedAtom } from "../../kit/news/notifications.ts";
import { meAtom, sessionAtom } from "../../kit/net/session.ts";
import { store } from "../../kit/net/store.ts";
import * as built from "../../service-worker.ts?worker&url";

/** Vite makes a module of the worker whose value is its address. */
const { default: workerUrl } = built as unknown as { default: string };
const PREFIX = "private-";

export const canPush = "serviceWorker" in navigator && "PushManager" in globalThis;

let isStarted = false;

/** Shows the exact place on the screen, as soon as there is a screen. */
let showPlace: (path: string) => void = () => {};

// The browser keeps the worker's messages only until the page is parsed: a later listener would
// lose a click that comes while the app starts.
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (typeof data?.path !== "string") return;
  // A push was clicked. The router listens to the history.
  history.pushState(null, "", data.path);
  showPlace(data.path);
});

/** Registers the service worker. @param show shows the exact place, after a click on a push */
export async function startServiceWorker(show: (path: string) => void): Promise<void> {
  if (isStarted || !("serviceWorker" in navigator)) return;
  isStarted = true;
  showPlace = show;
  let before = store.get(meAtom)?._id;
  await forgetOthers(before);
  store.sub(meAtom, () => {
    const now = store.get(meAtom)?._id;
    if (now === before) return;
    before = now;
    void forgetOthers(now);
    void dropSubscription();
  });
  // Without it the app works as before.
  await navigator.serviceWorker.register(workerUrl, { scope: "/", updateViaCache: "none" })
    .catch(() => {});
  await renewSubscription().catch(() => {});
  // A new worker takes over a moment later, and has no files yet.
  navigator.serviceWorker.addEventListener("controllerchange", nameFiles);
  nameFiles();
}

/** Names the files of this page, and the replies that it has got past the worker. */
function nameFiles(): void {
  const { controller } = navigator.serviceWorker;
  if (controller === null) return;
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  // Replies that came through a worker were cached then.
  const past = entries.filter(({ name, workerStart }) =>
    workerStart === 0 && name.includes("/api/")
  );
  controller.postMessage({
    files: entries.map(({ name }) => name),
    replies: past.map(({ name }) => name),
    token: store.get(sessionAtom)?.token,
  });
}

/** Deletes the replies that are cached for other people than this one. */
async function forgetOthers(personId = ""): Promise<void> {
  // The worker may be about to cache one more. Without a worker, nobody is.
  navigator.serviceWorker?.controller?.postMessage({ only: personId });
  const names = await caches.keys().catch(() => []);
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== `${PREFIX}${personId}`);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return await registration?.pushManager.getSubscription() ?? null;
}

/** Whether this browser pushes to this person. */
export async function isPushing(): Promise<boolean> {
  return canPush && store.get(pushingAtom) && await subscription() !== null;
}

async function send(wanted: PushSubscription): Promise<void> {
  const { endpoint, keys } = wanted.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await call(
    api.notifications.browsers.$post({
      json: { endpoint: endpoint ?? "", keys: { p256dh, auth } },
    }),
  );
}

/** Call this on a click: the browser asks for permission. @returns whether pushes are on */
export async function startPushing(): Promise<boolean> {
  if (!canPush || await Notification.requestPermission() !== "granted") return false;
  const registration = await navigator.serviceWorker.ready;
  const { data } = await call(api.notifications["push-key"].$get());
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: data.key,
  });
  await send(made);
  store.set(pushingAtom, true);
  // A push takes the place of the page's own notification.
  store.set(wantedAtom, false);
  return true;
}

export async function stopPushing(): Promise<void> {
  const known = await subscription();
  store.set(pushingAtom, false);
  if (known === null) return;
  await known.unsubscribe();
  await call(api.notifications.browsers.$delete({ json: { endpoint: known.endpoint } }));
}

/** Sends the browser's address again. One that somebody left here without signing out is ended. */
async function renewSubscription(): Promise<void> {
  if (!canPush) return;
  const known = await isPushing() ? await subscription() : null;
  if (known === null) await dropSubscription();
  else await send(known);
}

/** After a sign-out this browser gets no pushes: the server has ended them with the session. */
async function dropSubscription(): Promise<void> {
  await (await subscription())?.unsubscribe().catch(() => false);
}
