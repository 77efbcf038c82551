/** A button with a list of links or actions under it. */
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";

interface MenuProps {
  label: ReactNode;
  /** The button's name, where its label alone does not say enough. */
  name?: string;
  children: ReactNode;
  align?: "start" | "end";
  className?: string;
  /** For a button whose icon says that it opens a menu. */
  plain?: boolean;
  /** Opens upwards: for a button at the foot of the screen. */
  up?: boolean;
}

/** What stays free beside the list, in px. */
const EDGE = 8;

/** @param children are `li` elements; choosing one closes the menu */
export function Menu(props: MenuProps) {
  const { label, name, children, align = "start", className = "", plain, up } = props;
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [open]);
  return (
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => {
        if (!open) return;
        if (event.key === "Escape") {
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
        className={`btn btn-ghost ${className}`}
        aria-expanded={open}
        aria-controls={id}
        aria-label={name}
        onClick={() => setOpen(!open)}
      >
        {label}
        {!plain && <ChevronDown aria-hidden className={`size-4 ${open ? "rotate-180" : ""}`} />}
      </button>
      {open && (
        <ul
          ref={keepInView}
          id={id}
          className={`menu absolute z-30 w-56 rounded-box border border-base-300 bg-base-100 p-2 text-base shadow-lg ${
            align === "end" ? "right-0" : "left-0"
          } ${up ? "bottom-full mb-1 max-h-80 flex-nowrap overflow-y-auto" : "mt-1"}`}
          onClick={() => {
            setOpen(false);
            // Unless what was chosen has put it elsewhere.
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

/** Moves the list aside by as much as it would stand beyond the window. */
function keepInView(list: HTMLElement | null): void {
  const beyond = (list?.getBoundingClientRect().right ?? 0) + EDGE -
    document.documentElement.clientWidth;
  if (list !== null && beyond > 0) list.style.translate = `${-beyond}px`;
}

/** Moves the focus up or down in the list; from the button into it. */
function move(root: HTMLElement | null, by: number): void {
  const places = [...root?.querySelectorAll<HTMLElement>("li a, li button") ?? []];
  const at = places.indexOf(document.activeElement as HTMLElement);
  const to = at < 0 && by < 0 ? places.length - 1 : (at + by + places.length) % places.length;
  places[to]?.focus();
}
