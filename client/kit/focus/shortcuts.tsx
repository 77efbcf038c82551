/** Keyboard shortcuts that work anywhere on a screen. */
import { useLayoutEffect, useRef } from "react";

export interface Shortcut {
  /**
   * As in `KeyboardEvent.key`: "j", "?", "ArrowDown". "Ctrl+Enter" is also Command+Enter on a Mac.
   * Without any key, the action is in the command palette alone. No single letter may send or show
   * something to another person: a letter that is typed after the focus was lost would do it.
   */
  keys: readonly string[];
  /** The text in the list of shortcuts. */
  name: string;
  /** Gets the key that was pressed. */
  run: (key: string) => void;
}

/** The parts of the list of shortcuts, in its order. */
const KEY_GROUPS = [
  "Open item",
  "Answer",
  "Context",
  "Queue",
  "More",
  "Map",
  "Gradebook",
  "Whole class",
] as const;
export type KeyGroup = typeof KEY_GROUPS[number];

export type Registration = { current: readonly Shortcut[]; group: KeyGroup };

/** The shortcuts of the components that are shown, in the order in which these appeared. */
const registry = new Set<Registration>();

/** Elements in which a letter types a letter. */
export const TYPING =
  "textarea, select, [contenteditable=true], input:not([type=radio], [type=checkbox], [type=button])";
/** Elements that use the arrow keys themselves, for example scroll areas. */
const WITH_ARROWS =
  "[type=radio], [role=tab], [role=region][tabindex], [data-own-arrows], [data-own-arrows] *";
/** Elements that the space bar presses. */
const WITH_SPACE = "a, button, summary, input, [role=button]";

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const shift = event.shiftKey && /^(Enter|[A-Z])$/.test(event.key) ? "Shift+" : "";
  const key = event.ctrlKey || event.metaKey ? `Ctrl+${shift}${event.key}` : event.key;
  if (!key.startsWith("Ctrl+") && target?.matches(TYPING)) return;
  if (key.startsWith("Arrow") && target?.matches(WITH_ARROWS)) return;
  if (key === " " && target?.matches(WITH_SPACE)) return;
  // An open dialog gets all keys.
  if (document.querySelector("dialog[open]") !== null) return;
  for (const { current } of [...registry].reverse()) {
    const found = current.find(({ keys }) => keys.includes(key));
    if (found === undefined) continue;
    event.preventDefault();
    found.run(key);
    return;
  }
}

export function addShortcuts(registered: Registration): () => void {
  if (registry.size === 0) document.addEventListener("keydown", onKeyDown);
  registry.add(registered);
  return () => {
    registry.delete(registered);
    if (registry.size === 0) document.removeEventListener("keydown", onKeyDown);
  };
}

/** Registers the shortcuts while the component is shown. They do not run while the person types. */
export function useShortcuts(
  shortcuts: readonly Shortcut[],
  group: KeyGroup = "Open item",
): void {
  const { current: registered } = useRef<Registration>({ current: shortcuts, group });
  // Register before the first paint, so that no key is lost.
  useLayoutEffect(() => {
    registered.current = shortcuts;
  });
  useLayoutEffect(() => addShortcuts(registered), []);
}

/** All actions of the components that are shown, in their groups; some have no key. */
export const activeShortcuts = (): { group: KeyGroup; shortcuts: Shortcut[] }[] =>
  KEY_GROUPS.map((group) => ({
    group,
    shortcuts: [...registry].filter((one) => one.group === group).flatMap(({ current }) => current),
  })).filter(({ shortcuts }) => shortcuts.length > 0);
