/** The dialog in which a program is stepped through: it fills the window. */
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import X from "../../kit/ui/icon.tsx?x";

interface DialogProps {
  title: string;
  /** Beside the title. */
  tools?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** It is open as long as it is rendered. Then the focus goes back to where it was. */
export function StepDialog({ title, tools, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [opener] = useState(() => document.activeElement);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // A field would take the keys of the steps.
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener]);
  function close() {
    dialog.current?.close();
    onClose();
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="modal"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // The browser closed the dialog by itself.
      onClose={() => dialog.current !== null && onClose()}
    >
      <div className="modal-box flex h-dvh max-h-none w-full max-w-none flex-col overflow-hidden rounded-none p-0">
        <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
          <h2 ref={heading} id={id} tabIndex={-1} className="text-xl font-bold outline-none">
            {title}
          </h2>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:order-last">
            {tools}
          </div>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square ml-auto"
            aria-label="Close"
            onClick={close}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
