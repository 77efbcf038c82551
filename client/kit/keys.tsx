/** Keys that do something anywhere on a screen, and the sheet that lists them. */
import { Fragment, useEffect, useRef, useState } from "react";
import { Dialog } from "./dialog.tsx";

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
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (registry.size === 0) document.addEventListener("keydown", onKeyDown);
    registry.add(latest);
    return () => {
      registry.delete(latest);
      if (registry.size === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

const signs: Record<string, string> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  " ": "Space",
  PageUp: "Page ↑",
  PageDown: "Page ↓",
};

/** Every key that does something here and now. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const [all] = useState(() => [...registry].flatMap(({ current }) => current));
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
        {all.map(({ keys, name }) => (
          <Fragment key={name}>
            <dt className="flex flex-wrap justify-end gap-1">
              {keys.map((key) => <Key key={key} name={key} />)}
            </dt>
            <dd>{name}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="mt-5 text-sm text-muted">
        While you type in a field, letters are only letters. Escape leaves the field.
      </p>
    </Dialog>
  );
}

export function Key({ name }: { name: string }) {
  const parts = name.split("+").filter(Boolean);
  return (
    <span className="whitespace-nowrap">
      {parts.map((part, place) => (
        <Fragment key={part}>
          {place > 0 && " + "}
          <kbd className="kbd kbd-sm">{signs[part] ?? part}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
