/** The browser's own notifications: for whoever has asked for them here, about what is theirs. */
import { atom } from "jotai/vanilla";
import { meAtom } from "./session.ts";
import { keepStored, stored } from "./storage.ts";
import { store } from "./store.ts";
import { toast } from "./toast.tsx";

const PREFIX = "notifications:";
const key = () => `${PREFIX}${store.get(meAtom)?._id}`;

export const canNotify = "Notification" in globalThis;

const changes = atom(0);
/** Whether they are on, for this person in this browser. */
export const notifyingAtom = atom((get) => {
  get(changes);
  const me = get(meAtom);
  return me !== null && canNotify && Notification.permission === "granted" &&
    stored<boolean>(`${PREFIX}${me._id}`) === true;
});

/** Only on a click: the browser asks then. */
export async function switchNotifications(on: boolean): Promise<void> {
  if (on && await Notification.requestPermission() !== "granted") {
    toast.info("Your browser blocks notifications from this site.");
    return;
  }
  keepStored(key(), on);
  store.set(changes, (count) => count + 1);
  toast.info(on ? "Notifications are on." : "Notifications are off.");
}

export interface Note {
  title: string;
  body: string;
  /** Where it leads to; nothing is shown to who is there already. */
  path: string;
  /** Of one name there is only one, however many tabs tell of it. */
  tag: string;
}

export function notify({ title, body, path, tag }: Note): void {
  if (!store.get(notifyingAtom)) return;
  const isThere = document.visibilityState === "visible" && location.pathname === path;
  if (isThere) return;
  try {
    const shown = new Notification(title, { body, tag, icon: "/favicon.svg" });
    shown.onclick = () => {
      focus();
      // The router listens to the history.
      history.pushState(null, "", path);
      shown.close();
    };
  } catch {
    // Some phones know notifications, but not from a page.
  }
}
