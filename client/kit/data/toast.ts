/** The short notices that are shown now. `ui/toasts.tsx` draws them. */
import { atom } from "jotai/vanilla";
import type { ReactNode } from "react";
import { store } from "../net/store.ts";

type Kind = "success" | "error" | "info" | "warning";
export interface Notice {
  id: number;
  kind: Kind;
  text: string;
  /** The address of what the notice is about. */
  path?: string | undefined;
  /** Takes back what the notice is about. */
  undo?: (() => void) | undefined;
  /** For how long it can be taken back: shown in the button, and in ms. */
  left?: ReactNode;
  lasts?: number | undefined;
}

type More = Pick<Notice, "path" | "undo" | "left" | "lasts">;

export const noticesAtom = atom<Notice[]>([]);
let last = 0;

function show(kind: Kind, text: string, more: More = {}): number {
  const id = ++last;
  // A notice with the same text replaces the earlier one, so it only stays longer.
  store.set(noticesAtom, (now) => [
    ...now.filter((one) => one.text !== text),
    { id, kind, text, ...more },
  ]);
  return id;
}

export function dismiss(id: number): void {
  store.set(noticesAtom, (now) => now.filter((notice) => notice.id !== id));
}

export const toast = {
  success: (text: string, path?: string): void => void show("success", text, { path }),
  error: (text: string): void => void show("error", text),
  info: (text: string, path?: string): void => void show("info", text, { path }),
  /** With a button that takes it back, as long as the notice is shown. Returns the notice's id. */
  undoable: (text: string, undo: () => void, more?: More): number =>
    show("success", text, { ...more, undo }),
  warning: (text: string): void => void show("warning", text),
  /** Tells how a call has ended. */
  outcome: (call: Promise<unknown>, done: string, failed: string): void =>
    void call.then(() => toast.success(done), () => toast.error(failed)),
};
