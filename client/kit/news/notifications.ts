/** Browser notifications about a person's own things, for people who have turned them on. */
import { atom } from "jotai/vanilla";
import { storedAtom } from "../net/session.ts";
import { store } from "../net/store.ts";
import { toast } from "../data/toast.ts";

export const canNotify = "Notification" in globalThis;

/** Whether this person wants them in this browser. */
export const wantedAtom = storedAtom("notifications", false);
/** Whether this browser pushes to this person, which says the same. */
export const pushingAtom = storedAtom("push", false);
const permissionAtom = atom(canNotify ? Notification.permission : "denied");
/** Whether this person has turned them on in this browser. */
export const notifyingAtom = atom((get) => get(wantedAtom) && get(permissionAtom) === "granted");

/** Call this on a click only: the browser asks the person for permission. */
export async function switchNotifications(on: boolean): Promise<void> {
  if (on) store.set(permissionAtom, await Notification.requestPermission());
  if (on && store.get(permissionAtom) !== "granted") {
    return toast.info("Your browser blocks notifications from this site.");
  }
  store.set(wantedAtom, on);
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
  if (!store.get(notifyingAtom) || store.get(pushingAtom) || isAt(path)) return;
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
