/** A button that opens a list of links or actions. */
import ChevronDown from "./icon.tsx?chevron-down";
import { atom, useSetAtom } from "jotai";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

interface MenuProps {
  label: ReactNode;
  /** The button's accessible name, if its label is not enough. */
  name?: string;
  children: ReactNode;
  align?: "start" | "end";
  kind?: "btn-ghost" | "btn-primary";
  className?: string;
  /** The button shows no arrow, because its icon says that it opens a menu. */
  plain?: boolean;
  /** The list opens upwards, for a button at the bottom of the screen. */
  up?: boolean;
  /** Keys that choose an entry without opening the list. */
  keys?: string | undefined;
}

/** How many menus are open: the notices make way for them. */
export const openMenusAtom = atom(0);

/**
 * What a button opens. It closes on Escape, and when the person presses or moves the focus outside
 * of it; the arrow keys move in it. @param places the selector of what they move between
 */
export function useMenu(places: string) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const countOpen = useSetAtom(openMenusAtom);
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    countOpen((count) => count + 1);
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      countOpen((count) => count - 1);
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [isOpen, countOpen]);
  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return;
    if (event.key === "Escape") {
      // What is around the menu, such as a dialog, stays open.
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move([...root.current?.querySelectorAll<HTMLElement>(places) ?? []], by);
  }
  return {
    isOpen,
    id,
    root,
    button,
    close: () => setOpen(false),
    /** For the element around the button and what it opens. */
    around: { ref: root, className: "relative", onKeyDown },
    /** For the button. */
    opens: {
      ref: button,
      type: "button",
      "aria-expanded": isOpen,
      "aria-controls": id,
      onClick: () => setOpen(!isOpen),
    } as const,
  };
}

/** Free space between the list and the window's edge, in px. */
const EDGE = 8;

/** @param children `li` elements; choosing one closes the menu */
export function Menu(props: MenuProps) {
  const { label, name, children, align = "start", className = "", plain, up, keys } = props;
  const { kind = "btn-ghost" } = props;
  const { isOpen: open, id, root, button, close, around, opens } = useMenu("li a, li button");
  return (
    <div {...around}>
      <button
        {...opens}
        className={`btn ${kind} ${className}`}
        aria-label={name}
        aria-keyshortcuts={keys}
      >
        {label}
        {!plain && <ChevronDown aria-hidden className={`size-4 ${open ? "rotate-180" : ""}`} />}
      </button>
      {open && (
        <ul
          ref={shiftIntoView}
          id={id}
          className={`menu absolute z-30 w-56 rounded-box border border-base-300 bg-base-100 p-2 text-base shadow-lg ${
            align === "end" ? "right-0" : "left-0"
          } ${up ? "bottom-full mb-1 max-h-80 flex-nowrap overflow-y-auto" : "mt-1"}`}
          onClick={() => {
            close();
            // Keep the focus where the chosen action has put it.
            const { activeElement } = document;
            const isHere = activeElement === null || root.current?.contains(activeElement);
            if (isHere || activeElement === document.body) button.current?.focus();
          }}
        >
          {children}
        </ul>
      )}
    </div>
  );
}

/** Shifts the list so that it stays inside the window. */
function shiftIntoView(list: HTMLElement | null): void {
  const beyond = (list?.getBoundingClientRect().right ?? 0) + EDGE -
    document.documentElement.clientWidth;
  if (list !== null && beyond > 0) list.style.translate = `${-beyond}px`;
}

/** Moves the focus up or down in the list, and from the button into it. */
function move(places: readonly HTMLElement[], by: number): void {
  const at = places.indexOf(document.activeElement as HTMLElement);
  const to = at < 0 && by < 0 ? places.length - 1 : (at + by + places.length) % places.length;
  places[to]?.focus();
}
