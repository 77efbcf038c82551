/** Tells a learner about news: a notice with a link, and the number of unread ones in the title. */
import { cacheReply } from "../net/cached-replies.ts";
import { meAtom } from "../net/session.ts";
import { store } from "../net/store.ts";
import { noticesAtom, toast } from "../data/toast.ts";
import { isAt, type Note } from "./notifications.ts";
import { newsCountAtom } from "../ui/page.tsx";

/** One reply to a doubt is news in many browsers: their requests are spread over this time, in ms. */
const SPREAD = 2000;

/** The addresses of the news that this tab has told and the person has not visited. */
const unread = new Set<string>();

export function tell({ title, body, path }: Omit<Note, "tag">): void {
  setTimeout(() => cacheReply(path), Math.random() * SPREAD);
  if (isAt(path)) return;
  unread.add(path);
  count();
  toast.info(`${title}: ${body}`, path);
}

/** What was told at this address is gone: the notice and the count forget it. */
export function forgetNews(path: string): void {
  unread.delete(path);
  count();
  store.set(noticesAtom, (now) => now.filter((notice) => notice.path !== path));
}

const count = () => store.set(newsCountAtom, unread.size);

/** Forgets the news at this address, or below it: a list shows all of its items. */
function look(): void {
  if (document.visibilityState !== "visible") return;
  const { pathname } = location;
  for (const path of unread) {
    if (path === pathname || path.startsWith(`${pathname}/`)) unread.delete(path);
  }
  count();
}

/** Call this once: what the person visits is no news any more. */
export function watchVisits(): void {
  // The router sends these events when the address changes.
  for (const type of ["pushState", "replaceState", "popstate"]) addEventListener(type, look);
  document.addEventListener("visibilitychange", look);
  store.sub(meAtom, () => {
    unread.clear();
    count();
  });
}
