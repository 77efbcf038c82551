/**
 * Which dialogs and forms are open in this tab. If the session ends, or the page is loaded again,
 * while one is open, its screen opens it again for the same person. Its text is in its draft.
 */
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { meAtom, sessionAtom } from "../net/session.ts";
import { ofTab, readStored, removeStored, writeStored } from "../net/storage.ts";
import { store } from "../net/store.ts";

const keyOf = (name: string): string => `open:${store.get(meAtom)?._id ?? "anyone"}:${name}`;

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
    const before = readStored<T>(keyOf(name), ofTab);
    return before !== null && isThere(before) ? before : closed;
  });
  const isOpen = value !== closed;
  useEffect(() => {
    if (!isOpen) return;
    // When the session ends, the person is unknown before the form is gone.
    const key = keyOf(name);
    writeStored(key, value, ofTab);
    return () => {
      if (store.get(sessionAtom) !== null) removeStored(key, ofTab);
    };
  }, [name, isOpen, value]);
  return [value, setValue];
}
