/**
 * Which dialogs and forms are open in this tab. If the session ends, or the page is loaded again,
 * while one is open, its screen opens it again for the same person. Its text is in its draft.
 */
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { meAtom, sessionAtom } from "../net/session.ts";
import { store } from "../net/store.ts";

// Session storage belongs to one tab. If it is blocked or full, nothing is opened again.

const keyOf = (name: string): string => `open:${store.get(meAtom)?._id ?? "anyone"}:${name}`;

function readOpen<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function keepOpen(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

function forgetOpen(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    return;
  }
}

/**
 * As `useState`, for what is open: a value that is small and has a JSON form.
 * @param name the form's name, with the id of its subject if the screen has several such forms
 * @param closed the value while nothing is open
 * @param isThere whether what was open can be opened again, such as a row that is still in its list
 */
export function useOpenAgain<T>(
  name: string,
  closed: T,
  isThere: (value: T) => boolean = () => true,
): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(() => {
    const before = readOpen<T>(keyOf(name));
    return before !== null && isThere(before) ? before : closed;
  });
  const isOpen = value !== closed;
  useEffect(() => {
    if (!isOpen) return;
    // When the session ends, the person is unknown before the form is gone.
    const key = keyOf(name);
    keepOpen(key, value);
    return () => {
      if (store.get(sessionAtom) !== null) forgetOpen(key);
    };
  }, [name, isOpen, value]);
  return [value, setValue];
}
