/** Unread marks: places with something new for this person, stored in this browser. */
import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { meAtom } from "../net/session.ts";
import { readStored, writeStored } from "../net/storage.ts";
import { store } from "../net/store.ts";

export type UnreadKind = "doubts" | "messages" | "solutions";

const PREFIX = "unread:";
const key = () => `${PREFIX}${store.get(meAtom)?._id}`;

const changes = atom(0);
const unreadAtom = atom((get): readonly UnreadKind[] => {
  get(changes);
  const me = get(meAtom);
  return me === null ? [] : readStored<UnreadKind[]>(`${PREFIX}${me._id}`) ?? [];
});
// Another tab of the same person wrote it.
addEventListener("storage", (event) => {
  if (event.key === key() || event.key === countsKey()) store.set(changes, (count) => count + 1);
});

/** The places that are on the screen now. Nothing there is unread. */
const seen = new Map<UnreadKind, number>();

function change(place: UnreadKind, isUnread: boolean): boolean {
  const now = readStored<UnreadKind[]>(key()) ?? [];
  if (now.includes(place) === isUnread) return false;
  writeStored(key(), isUnread ? [...now, place] : now.filter((one) => one !== place));
  store.set(changes, (count) => count + 1);
  return true;
}

/** Returns whether the place was read before. */
export function markUnread(place: UnreadKind): boolean {
  const isSeen = (seen.get(place) ?? 0) > 0 && document.visibilityState === "visible";
  return !isSeen && change(place, true);
}

export const markRead = (place: UnreadKind): boolean => change(place, false);

/** While this is shown (and not null), the place counts as read. */
export function useSeen(place: UnreadKind | null): void {
  useEffect(() => {
    if (place === null) return;
    const look = () => {
      if (document.visibilityState === "visible") change(place, false);
    };
    seen.set(place, (seen.get(place) ?? 0) + 1);
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      seen.set(place, (seen.get(place) ?? 1) - 1);
      document.removeEventListener("visibilitychange", look);
    };
  }, [place]);
}

// Read counts of growing threads: how many entries this person has read.

const COUNTS = "seen:";
const COUNTS_MOST = 500;
const countsKey = () => `${COUNTS}${store.get(meAtom)?._id}`;

const countsAtom = atom((get): Readonly<Record<string, number>> => {
  get(changes);
  const me = get(meAtom);
  return me === null ? {} : readStored<Record<string, number>>(`${COUNTS}${me._id}`) ?? {};
});

/** Read counts by id. A thread that was never opened has none. */
export const useSeenCounts = (): Readonly<Record<string, number>> => useAtomValue(countsAtom);

export function raiseSeenCount(id: string, count: number): void {
  if ((readCounts()[id] ?? 0) < count) writeCount(id, count);
}

/** Entries were taken back: those that come in their place are new. */
export function lowerSeenCount(id: string, count: number): void {
  if ((readCounts()[id] ?? 0) > count) writeCount(id, count);
}

const readCounts = () => readStored<Record<string, number>>(countsKey()) ?? {};

function writeCount(id: string, count: number): void {
  const { [id]: _, ...others } = readCounts();
  // The last one read moves to the end. The oldest is forgotten first.
  const kept = [...Object.entries(others), [id, count] as const].slice(-COUNTS_MOST);
  writeStored(countsKey(), Object.fromEntries(kept));
  store.set(changes, (now) => now + 1);
}

export function useSeenCount(id: string, count: number): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") raiseSeenCount(id, count);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [id, count]);
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
