/** The short notices that are shown now. `ui/toasts.tsx` draws them. */
import { atom } from "jotai/vanilla";
import { store } from "./store.ts";

type Kind = "success" | "error" | "info" | "warning";
export interface Notice {
  id: number;
  kind: Kind;
  text: string;
  /** The address of what the notice is about. */
  path?: string | undefined;
  /** Takes back what the notice is about. */
  undo?: (() => void) | undefined;
}

export const noticesAtom = atom<Notice[]>([]);
let last = 0;

function show(kind: Kind, text: string, more: Pick<Notice, "path" | "undo"> = {}): void {
  const id = ++last;
  // A notice with the same text replaces the earlier one, so it only stays longer.
  store.set(noticesAtom, (now) => [
    ...now.filter((one) => one.text !== text),
    { id, kind, text, ...more },
  ]);
}

export function dismiss(id: number): void {
  store.set(noticesAtom, (now) => now.filter((notice) => notice.id !== id));
}

export const toast = {
  success: (text: string): void => show("success", text),
  error: (text: string): void => show("error", text),
  info: (text: string): void => show("info", text),
  /** With a link to what it is about. */
  news: (text: string, path: string): void => show("info", text, { path }),
  /** With a button that takes it back, as long as the notice is shown. */
  undoable: (text: string, undo: () => void): void => show("success", text, { undo }),
  warning: (text: string): void => show("warning", text),
};
