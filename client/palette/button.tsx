/**
 * Opens the command palette: with a button, or with Ctrl+K anywhere. Its field is there at once. The
 * rest is loaded on demand, and goes on with what was typed meanwhile.
 */
import { Suspense, useEffect, useRef, useState } from "react";
import { useFetchAhead } from "../kit/focus/user-activity.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import { lazyComponent } from "../kit/ui/lazy.tsx";
import type { EarlyKeys } from "./state.ts";

const Palette = lazyComponent(() => import("./palette.tsx"));
const NAME = "Find or do";

const NOTHING: EarlyKeys = { text: "", isEntered: false };

const isOpenKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey &&
  !event.shiftKey && !event.defaultPrevented;

export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  const typed = useRef<EarlyKeys>(NOTHING);
  function open() {
    typed.current = NOTHING;
    setOpen(true);
  }
  const close = () => setOpen(false);
  useFetchAhead(Palette.ahead);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isOpenKey(event)) return;
      event.preventDefault();
      // An open dialog gets all keys.
      if (document.querySelector("dialog[open]") === null) open();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-square"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        aria-label={NAME}
        title={`${NAME} (Ctrl+K)`}
        onClick={open}
      >
        <svg
          aria-hidden
          viewBox="0 0 24 24"
          className="size-5 fill-none stroke-current stroke-2"
        >
          <circle cx="11" cy="11" r="7" />
          <path d="m21 21-5-5" />
        </svg>
      </button>
      {isOpen && (
        <Dialog title={NAME} onClose={close} wide>
          <Suspense
            fallback={
              <input
                className="input input-lg w-full"
                aria-label={NAME}
                onChange={({ target }) => typed.current = { text: target.value, isEntered: false }}
                onKeyDown={({ key }) => {
                  if (key === "Enter") typed.current = { ...typed.current, isEntered: true };
                }}
              />
            }
          >
            <Palette typed={typed} onClose={close} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
