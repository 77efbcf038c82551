/** A button that opens a list of links or actions. */
import ChevronDown from "./icon.tsx?chevron-down";
import { atom, useSetAtom } from "jotai";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useLatest } from "../data/use-latest.ts";

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

/** Counts an open menu, and closes it when the person presses or moves the focus outside of it. */
export function useOpenMenu(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  const countOpen = useSetAtom(openMenusAtom);
  const close = useLatest(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close.current();
    };
    countOpen((count) => count + 1);
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      countOpen((count) => count - 1);
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [isOpen, root, countOpen]);
}

/** Free space between the list and the window's edge, in px. */
const EDGE = 8;

/** @param children `li` elements; choosing one closes the menu */
export function Menu(props: MenuProps) {
  const { label, name, children, align = "start", className = "", plain, up, keys } = props;
  const { kind = "btn-ghost" } = props;
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useOpenMenu(root, open, () => setOpen(false));
  return (
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => {
        if (!open) return;
        if (event.key === "Escape") {
          // What is around the menu, such as a dialog, stays open.
          event.preventDefault();
          setOpen(false);
          button.current?.focus();
        }
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        move(root.current, by);
      }}
    >
      <button
        ref={button}
        type="button"
        className={`btn ${kind} ${className}`}
        aria-expanded={open}
        aria-controls={id}
        aria-label={name}
        aria-keyshortcuts={keys}
        onClick={() => setOpen(!open)}
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
            setOpen(false);
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
function move(root: HTMLElement | null, by: number): void {
  const places = [...root?.querySelectorAll<HTMLElement>("li a, li button") ?? []];
  const at = places.indexOf(document.activeElement as HTMLElement);
  const to = at < 0 && by < 0 ? places.length - 1 : (at + by + places.length) % places.length;
  places[to]?.focus();
}
