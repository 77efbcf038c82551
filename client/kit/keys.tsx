/** Keys that do something anywhere on a screen. */
import { useLayoutEffect, useRef } from "react";

export interface Shortcut {
  /** As `KeyboardEvent.key` says it: "j", "?", "ArrowDown"; "Ctrl+Enter" is Command on a Mac. */
  keys: readonly string[];
  /** What it does, in the words of the sheet. */
  name: string;
  run: () => void;
}

type Registered = { current: readonly Shortcut[] };

/** What the screen offers now, in the order in which its parts appeared. */
const registry = new Set<Registered>();

/** Fields in which letters are only letters. */
export const TYPING =
  "textarea, select, [contenteditable=true], input:not([type=radio], [type=checkbox], [type=button])";
/** Where arrows already mean something, also what can be scrolled. */
const WITH_ARROWS =
  "[type=radio], [role=tab], [role=region][tabindex], [data-own-arrows], [data-own-arrows] *";
/** What the space bar presses. */
const WITH_SPACE = "a, button, summary, input, [role=button]";

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;
  if (!key.startsWith("Ctrl+") && target?.matches(TYPING)) return;
  if (key.startsWith("Arrow") && target?.matches(WITH_ARROWS)) return;
  if (key === " " && target?.matches(WITH_SPACE)) return;
  // A dialog has the keyboard to itself.
  if (document.querySelector("dialog[open]") !== null) return;
  for (const { current } of [...registry].reverse()) {
    const found = current.find(({ keys }) => keys.includes(key));
    if (found === undefined) continue;
    event.preventDefault();
    found.run();
    return;
  }
}

/** Offers these for as long as the component is shown. They never fire while somebody types. */
export function useKeys(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  // As soon as they are seen: a key that is pressed then is not lost.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useLayoutEffect(() => {
    if (registry.size === 0) document.addEventListener("keydown", onKeyDown);
    registry.add(latest);
    return () => {
      registry.delete(latest);
      if (registry.size === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

/** All that are offered here and now. */
export const offered = (): Shortcut[] => [...registry].flatMap(({ current }) => current);
