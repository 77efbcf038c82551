/** Text that was typed and not sent, stored by person, form and subject: it survives a reload. */
import { useCallback, useLayoutEffect, useReducer } from "react";
import type { CallError } from "../net/api.ts";
import { meAtom } from "../net/session.ts";
import { readStored, removeStored, writeStored } from "../net/storage.ts";
import { store } from "../net/store.ts";

const PREFIX = "draft:";

const drafts = new Map<string, unknown>();
const listeners = new Map<string, Set<() => void>>();

const mine = (): string => `${PREFIX}${store.get(meAtom)?._id ?? "anyone"}:`;

/** The storage key of a draft: person, form, subject. */
export function draftKey(form: string, subject = ""): string {
  return `${mine()}${form}:${subject}`;
}

export function readDraft<T>(key: string): T | null {
  if (!drafts.has(key)) drafts.set(key, readStored<T>(key));
  return drafts.get(key) as T | null;
}

export function writeDraft(key: string, value: unknown): void {
  drafts.set(key, value);
  writeStored(key, value);
  tell(key);
}

/** Puts a text back into its draft, above any text that was typed since. */
export function giveBack(key: string, field: string, text: string, failure?: CallError): void {
  const draft = readDraft<Record<string, string>>(key) ?? {};
  const typed = draft[field] ?? "";
  writeDraft(key, {
    ...draft,
    [field]: typed === "" ? text : `${text}\n\n${typed}`,
    ...(failure && { refusal: failure.message }),
  });
}

export function clearDraft(key: string): void {
  drafts.set(key, null);
  removeStored(key);
  tell(key);
}

/** A visitor's drafts of this visit become theirs after they sign in. */
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

export function startDrafts(): void {
  // Another tab of the same person changed it.
  addEventListener("storage", ({ key }) => {
    if (!key?.startsWith(PREFIX)) return;
    drafts.delete(key);
    tell(key);
  });
}

/**
 * Returns a draft, and functions that write and clear it. It subscribes in a layout effect, before a
 * key can be pressed. With `useSyncExternalStore`, which subscribes later, React would put the old
 * value back into a field after its first letter, and the second letter would replace the first.
 */
export function useDraft<T>(key: string, empty: T): [T, (value: T) => void, () => void] {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const value = readDraft<T>(key);
  useLayoutEffect(() => {
    const ofKey = listeners.get(key) ?? new Set();
    listeners.set(key, ofKey.add(draw));
    return () => void ofKey.delete(draw);
  }, [key]);
  useLayoutEffect(() => {
    // It has changed since it was drawn.
    if (readDraft<T>(key) !== value) draw();
  });
  const write = useCallback((next: T) => writeDraft(key, next), [key]);
  const clear = useCallback(() => clearDraft(key), [key]);
  return [value ?? empty, write, clear];
}
