/** Unread marks: places with something new for this person, stored in this browser. */
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { whenVisible } from "../focus/user-activity.ts";
import { storedAtom } from "../net/session.ts";
import { store } from "../net/store.ts";

export type UnreadKind = "doubts" | "messages" | "solutions";

const unreadAtom = storedAtom<readonly UnreadKind[]>("unread", []);

/** The places that are on the screen now. Nothing there is unread. */
const seen = new Map<UnreadKind, number>();

/** Returns whether the place was read before. */
export function markUnread(place: UnreadKind): boolean {
  const isSeen = (seen.get(place) ?? 0) > 0 && document.visibilityState === "visible";
  if (isSeen || store.get(unreadAtom).includes(place)) return false;
  store.set(unreadAtom, (unread) => [...unread, place]);
  return true;
}

export function markRead(place: UnreadKind): void {
  if (!store.get(unreadAtom).includes(place)) return;
  store.set(unreadAtom, (unread) => unread.filter((one) => one !== place));
}

/** While this is shown (and not null), the place counts as read. */
export function useSeen(place: UnreadKind | null): void {
  useEffect(() => {
    if (place === null) return;
    seen.set(place, (seen.get(place) ?? 0) + 1);
    const stop = whenVisible(() => markRead(place));
    return () => {
      seen.set(place, (seen.get(place) ?? 1) - 1);
      stop();
    };
  }, [place]);
}

// Read counts of growing threads: how many entries this person has read.

const COUNTS_MOST = 500;

const countsAtom = storedAtom<Readonly<Record<string, number>>>("seen", {});

/** Read counts by id. A thread that was never opened has none. */
export const useSeenCounts = (): Readonly<Record<string, number>> => useAtomValue(countsAtom);

const countOf = (id: string): number => store.get(countsAtom)[id] ?? 0;

export function raiseSeenCount(id: string, count: number): void {
  if (countOf(id) < count) storeCount(id, count);
}

/** Entries were taken back: those that come in their place are new. */
export function lowerSeenCount(id: string, count: number): void {
  if (countOf(id) > count) storeCount(id, count);
}

function storeCount(id: string, count: number): void {
  store.set(countsAtom, ({ [id]: _, ...others }) =>
    // The last one read moves to the end. The oldest is forgotten first.
    Object.fromEntries([...Object.entries(others), [id, count] as const].slice(-COUNTS_MOST)));
}

export function useSeenCount(id: string, count: number): void {
  useEffect(() => whenVisible(() => raiseSeenCount(id, count)), [id, count]);
}

export function UnreadDot({ place }: { place: UnreadKind | readonly UnreadKind[] }) {
  const unread = useAtomValue(unreadAtom);
  return [place].flat().some((one) => unread.includes(one)) ? <Dot /> : null;
}

export function Dot() {
  return (
    <span className="size-2.5 shrink-0 rounded-full bg-accent ring-2 ring-accent/30 forced-color-adjust-none">
      <span className="sr-only">(new)</span>
    </span>
  );
}
