/** Opens the command palette: with a button, or with Ctrl+K anywhere. */
import { useLayoutEffect, useState } from "react";
import { Dialog } from "../kit/ui/dialog.tsx";
import Palette from "./palette.tsx";
import { Button } from "../kit/ui/button.tsx";

const NAME = "Find or do";

const isOpenKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey &&
  !event.shiftKey && !event.defaultPrevented;

export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  // Listen before the first paint, so that no key is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isOpenKey(event)) return;
      event.preventDefault();
      // An open dialog gets all keys.
      if (document.querySelector("dialog[open]") === null) setOpen(true);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <Button
        className="btn-ghost btn-square"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        aria-label={NAME}
        title={`${NAME} (Ctrl+K)`}
        onClick={() => setOpen(true)}
      >
        <svg
          aria-hidden
          viewBox="0 0 24 24"
          className="size-5 fill-none stroke-current stroke-2"
        >
          <circle cx="11" cy="11" r="7" />
          <path d="m21 21-5-5" />
        </svg>
      </Button>
      {isOpen && (
        <Dialog title={NAME} onClose={() => setOpen(false)} wide>
          <Palette onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
