/** Dialogs: the browser's own, so focus stays inside and returns to where it was. */
import { X } from "lucide-react";
import { goOnBeside } from "./removal.ts";
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { Waiting } from "./page.tsx";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
}

/** Open for as long as it is rendered; what is in it may come late. */
export function Dialog({ title, onClose, children, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener] = useState(() => document.activeElement);
  const isBeside = useRef(false);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    const stop = beginIn(dialog.current);
    return () => {
      stop();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener]);
  /** At once: by the time that `close` is told, somebody may have opened it again. */
  function close() {
    dialog.current?.close();
    onClose();
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="modal modal-bottom sm:modal-middle"
      onCancel={(event) => {
        // A file chooser's is not the dialog's.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      // When the browser has closed it by itself.
      onClose={() => dialog.current !== null && onClose()}
      // The backdrop is the dialog itself, not what is in it. A text may be selected out of it; and
      // closed before the click, on a phone what is behind it would be clicked.
      onPointerDown={({ target, currentTarget }) => isBeside.current = target === currentTarget}
      onClick={({ target, currentTarget }) => {
        if (isBeside.current && target === currentTarget) close();
      }}
    >
      <div className={`modal-box ${wide ? "max-w-3xl" : ""}`}>
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={id} className="text-xl font-bold">{title}</h2>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square"
            aria-label="Close"
            onClick={close}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
        <Suspense
          fallback={
            <Waiting label={`Loading: ${title}`}>
              <div className="skeleton h-64" />
            </Waiting>
          }
        >
          {children}
        </Suspense>
      </div>
    </dialog>
  );
}

/** Puts the focus where it says so, or else in the first field, as soon as there is one. */
function beginIn(dialog: HTMLElement | null): () => void {
  const watcher = new MutationObserver(look);
  function look() {
    const find = (what: string) => dialog?.querySelector<HTMLElement>(what);
    const first = find("[data-begin]") ?? find("input, textarea, select");
    if (!first) return;
    watcher.disconnect();
    first.focus();
  }
  if (dialog !== null) watcher.observe(dialog, { childList: true, subtree: true });
  look();
  return () => watcher.disconnect();
}

interface ConfirmProps {
  title: string;
  /** What it was opened with goes when it is confirmed. */
  deletes?: boolean;
  children: ReactNode;
  /** What the button that does it says. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { title, deletes, children, action, onConfirm, onClose } = props;
  const [opener] = useState(() => document.activeElement);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-6">
        <div>{children}</div>
        <div className="flex justify-end gap-3">
          <button type="button" data-begin className="btn" onClick={onClose}>Cancel</button>
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => {
              if (deletes && opener !== null) goOnBeside(opener);
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
