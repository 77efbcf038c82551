/** Opens the command palette: with a button, or with Ctrl+K anywhere. */
import { useLayoutEffect, useState } from "react";
import { Dialog } from "../kit/ui/dialog.tsx";
import Search from "../kit/ui/icon.tsx?search";
import { IconButton } from "../kit/ui/icon-button.tsx";
import Palette from "./palette.tsx";

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
      <IconButton
        icon={Search}
        name={NAME}
        large
        className="btn-ghost"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        title={`${NAME} (Ctrl+K)`}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog title={NAME} onClose={() => setOpen(false)} wide>
          <Palette onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
