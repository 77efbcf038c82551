/** Dialogs. They are the browser's own `<dialog>`, which keeps the focus inside and returns it. */
import X from "./icon.tsx?x";
import { IconButton } from "./icon-button.tsx";
import { takeLostFocus } from "../focus/hand-over-focus.ts";
import { focusNeighbour } from "../focus/restore-focus.ts";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  /** At the right edge of the window, in its full height. */
  drawer?: boolean;
  /** The classes of one that begins at its title: a field would take the keys of what it shows. */
  box?: string;
  /** Beside the title. */
  tools?: ReactNode;
}

const BEGINS = { tabIndex: -1, "data-begin": true };

/** The dialog is open as long as it is rendered. */
export function Dialog(
  { title, onClose, children, wide, drawer, box, tools }: DialogProps,
) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener] = useState(() => document.activeElement);
  const isBeside = useRef(false);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    const stop = beginIn(dialog.current);
    return () => {
      stop();
      if (!(opener instanceof HTMLElement && opener.isConnected)) return;
      // Chromium has given the focus back while the page was inert, and would ignore what is typed.
      opener.blur();
      opener.focus();
    };
  }, [opener]);
  /** Close at once: when the `close` event arrives, the dialog may already be open again. */
  function close() {
    dialog.current?.close();
    onClose();
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`modal ${drawer ? "modal-end" : "modal-bottom sm:modal-middle"}`}
      onCancel={(event) => {
        // Cancelling a file chooser inside the dialog does not close the dialog.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      // The browser closed the dialog by itself.
      onClose={() => dialog.current !== null && onClose()}
      // A press on the backdrop has the dialog itself as its target. Close only if the press began
      // there, because a text selection may end there. Close on the click, not on the press: on a
      // phone the click would hit the element behind.
      onPointerDown={({ target, currentTarget }) => isBeside.current = target === currentTarget}
      onClick={({ target, currentTarget }) => {
        if (isBeside.current && target === currentTarget) close();
      }}
    >
      <div
        className={`modal-box ${
          box ?? (drawer ? "w-[min(36rem,100vw)]" : wide ? "max-w-3xl" : "")
        }`}
      >
        <div className="mb-4 flex items-start gap-4">
          <h2 id={id} className="text-xl font-bold outline-none" {...box && BEGINS}>
            {title}
          </h2>
          {tools}
          <IconButton
            icon={X}
            name="Close"
            large
            className="btn-ghost btn-sm ml-auto"
            onClick={close}
          />
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Focuses `data-begin` or the first field, once there is one, unless a user has pressed Tab. */
function beginIn(dialog: HTMLElement | null): () => void {
  const watcher = new MutationObserver(look);
  let hasTabbed = false;
  function note({ key }: KeyboardEvent) {
    hasTabbed ||= key === "Tab";
  }
  function look() {
    const find = (selector: string) => dialog?.querySelector<HTMLElement>(selector);
    const first = find("[data-begin]") ?? find("input:not([type=hidden]), textarea, select");
    if (!first) return;
    stop();
    if (hasTabbed) return takeLostFocus(first);
    first.focus();
  }
  function stop() {
    watcher.disconnect();
    document.removeEventListener("keydown", note, true);
  }
  document.addEventListener("keydown", note, true);
  if (dialog !== null) watcher.observe(dialog, { childList: true, subtree: true });
  look();
  return stop;
}

interface ConfirmProps {
  title: string;
  /** Confirming loses something for good. */
  isFinal?: boolean;
  children: ReactNode;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { title, isFinal, children, action, onConfirm, onClose } = props;
  const [opener] = useState(() => document.activeElement);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-6">
        <div>{children}</div>
        <div className="dialog-end">
          <Button data-begin onClick={onClose}>Cancel</Button>
          <button
            type="button"
            className={`btn ${isFinal ? "btn-error" : "btn-primary"}`}
            onClick={() => {
              // It may remove the control that opened the dialog.
              if (opener !== null) focusNeighbour(opener);
              onConfirm();
              onClose();
            }}
          >
            {action}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
