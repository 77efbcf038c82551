/** Dialogs. They are the browser's own `<dialog>`, which keeps the focus inside and returns it. */
import X from "./icon.tsx?x";
import { takeLostFocus } from "../focus/hand-over-focus.ts";
import { focusNeighbour } from "../focus/restore-focus.ts";
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { LoadingRegion } from "./page.tsx";

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

/** The dialog is open as long as it is rendered. Its content may load later. */
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
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square ml-auto"
            aria-label="Close"
            onClick={close}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
        <Suspense
          fallback={
            <LoadingRegion label={`Loading: ${title}`}>
              <div className="skeleton h-64" />
            </LoadingRegion>
          }
        >
          {children}
        </Suspense>
      </div>
    </dialog>
  );
}

/** At most so much is typed before the first field is there. */
const AHEAD_MOST = 200;

/**
 * Focuses the element marked `data-begin`, or else the first field, as soon as there is one. It gets
 * the keys that were pressed before. A user who has pressed Tab meanwhile keeps the focus, unless its
 * element is gone.
 */
function beginIn(dialog: HTMLElement | null): () => void {
  const watcher = new MutationObserver(look);
  const begun = document.activeElement;
  let hasTabbed = false;
  let ahead = "";
  // A dialog without fields, and a button that was pressed, get their keys.
  const isWaiting = () =>
    document.activeElement === begun && dialog?.querySelector(".skeleton") != null;
  function note(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    hasTabbed ||= key === "Tab";
    if (hasTabbed || ctrlKey || metaKey || altKey || !isWaiting()) return;
    if (key === "Backspace") ahead = ahead.slice(0, -1);
    // The first space presses the button that has the focus.
    if (key.length !== 1 || (key === " " && ahead === "")) return;
    ahead = (ahead + key).slice(0, AHEAD_MOST);
    event.preventDefault();
  }
  function look() {
    const find = (selector: string) => dialog?.querySelector<HTMLElement>(selector);
    const first = find("[data-begin]") ?? find("input:not([type=hidden]), textarea, select");
    if (!first) return;
    stop();
    if (hasTabbed) return takeLostFocus(first);
    first.focus();
    typeInto(first, ahead);
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

/** Types a text at the cursor of a field. In a field of a number it takes the number's place. */
function typeInto(field: HTMLElement, text: string): void {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (text === "" || !isField) return;
  if (field.selectionStart === null) {
    // The field does not tell its cursor. This command types, and leaves out what is no number.
    field.select();
    document.execCommand("insertText", false, text);
    return;
  }
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? 0, "end");
  // Make React see the change as typed.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

interface ConfirmProps {
  title: string;
  /** Confirming removes the control that opened the dialog. */
  deletes?: boolean;
  /** Confirming loses something for good. */
  isFinal?: boolean;
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { title, deletes, isFinal, children, action, onConfirm, onClose } = props;
  const [opener] = useState(() => document.activeElement);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-6">
        <div>{children}</div>
        <div className="dialog-end">
          <button type="button" data-begin className="btn" onClick={onClose}>Cancel</button>
          <button
            type="button"
            className={`btn ${isFinal ? "btn-error" : "btn-primary"}`}
            onClick={() => {
              if (deletes && opener !== null) focusNeighbour(opener);
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
