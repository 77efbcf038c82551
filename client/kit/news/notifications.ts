/** Browser notifications about a person's own things, for people who have turned them on. */
import { atom } from "jotai/vanilla";
import { meAtom } from "../net/session.ts";
import { readStored, writeStored } from "../net/storage.ts";
import { store } from "../net/store.ts";
import { toast } from "../data/toast.ts";

const PREFIX = "notifications:";
const key = () => `${PREFIX}${store.get(meAtom)?._id}`;

export const canNotify = "Notification" in globalThis;

const changes = atom(0);
/** Whether this person has turned them on in this browser. */
export const notifyingAtom = atom((get) => {
  get(changes);
  const me = get(meAtom);
  return me !== null && canNotify && Notification.permission === "granted" &&
    readStored<boolean>(`${PREFIX}${me._id}`) === true;
});

/** Call this on a click only: the browser asks the person for permission. */
export async function switchNotifications(on: boolean): Promise<void> {
  if (on && await Notification.requestPermission() !== "granted") {
    toast.info("Your browser blocks notifications from this site.");
    return;
  }
  writeStored(key(), on);
  store.set(changes, (count) => count + 1);
  toast.info(on ? "Notifications are on." : "Notifications are off.");
}

export interface Note {
  title: string;
  body: string;
  /** The address that the notification opens. Nothing is shown if the person is there already. */
  path: string;
  /** Notifications with the same tag replace each other, also across tabs. */
  tag: string;
}

/** Whether the person is looking at this address. */
export const isAt = (path: string): boolean =>
  document.visibilityState === "visible" && location.pathname === path;

export function notify({ title, body, path, tag }: Note): void {
  if (!store.get(notifyingAtom) || isAt(path)) return;
  // A push to this browser says the same.
  if (readStored(`push:${store.get(meAtom)?._id}`)) return;
  try {
    const shown = new Notification(title, { body, tag, icon: "/favicon.svg" });
    shown.onclick = () => {
      focus();
      // The router listens to the history.
      history.pushState(null, "", path);
      shown.close();
    };
  } catch {
    // Some phones have the Notification API but refuse it in a page.
  }
}
