/**
 * What somebody has typed and not sent yet. It outlives a reload, a crash and a lost connection:
 * kept in local storage for each person, form and subject, until it has been sent.
 */
import { useCallback, useSyncExternalStore } from "react";
import { meAtom } from "./session.ts";
import { dropStored, keepStored, stored } from "./storage.ts";
import { store } from "./store.ts";

const WRITE_AFTER = 200;
const PREFIX = "draft:";

const drafts = new Map<string, unknown>();
const unwritten = new Set<string>();
const listeners = new Map<string, Set<() => void>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const mine = (): string => `${PREFIX}${store.get(meAtom)?._id ?? "anyone"}:`;

/** A draft's name in the storage: of this person, for this form, about this subject. */
export function draftKey(form: string, subject = ""): string {
  return `${mine()}${form}:${subject}`;
}

export function readDraft<T>(key: string): T | null {
  if (!drafts.has(key)) drafts.set(key, stored<T>(key));
  return drafts.get(key) as T | null;
}

export function writeDraft(key: string, value: unknown): void {
  drafts.set(key, value);
  unwritten.add(key);
  timer ??= setTimeout(flush, WRITE_AFTER);
  tell(key);
}

export function clearDraft(key: string): void {
  drafts.set(key, null);
  unwritten.delete(key);
  dropStored(key);
  tell(key);
}

/** What a visitor has typed on this visit goes on being theirs once they are signed in. */
export function adoptDrafts(): void {
  const visitors = `${PREFIX}anyone:`;
  for (const [key, value] of [...drafts]) {
    if (!key.startsWith(visitors) || value === null) continue;
    writeDraft(mine() + key.slice(visitors.length), value);
    clearDraft(key);
  }
}

function tell(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const key of unwritten) keepStored(key, drafts.get(key));
  unwritten.clear();
}

export function startDrafts(): void {
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", flush);
  // Another tab of the same person: what is typed there is seen here.
  addEventListener("storage", ({ key }) => {
    if (!key?.startsWith(PREFIX) || unwritten.has(key)) return;
    drafts.delete(key);
    tell(key);
  });
}

export function useDraft<T>(key: string, empty: T): [T, (value: T) => void, () => void] {
  const subscribe = useCallback((listener: () => void) => {
    const heard = listeners.get(key) ?? new Set();
    listeners.set(key, heard.add(listener));
    return () => heard.delete(listener);
  }, [key]);
  const value = useSyncExternalStore(subscribe, () => readDraft<T>(key)) ?? empty;
  const write = useCallback((next: T) => writeDraft(key, next), [key]);
  const clear = useCallback(() => clearDraft(key), [key]);
  return [value, write, clear];
}
