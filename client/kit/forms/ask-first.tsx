/** A button whose action is asked for in a dialog first: "Undo…". */
import { type ReactNode, useState } from "react";
import { Confirm } from "../ui/dialog.tsx";
import { Button } from "../ui/button.tsx";

interface AskFirstProps {
  action: string;
  /** What it is done to, read out after the action: "the import by Leela Nair". */
  of: string;
  title: string;
  busy: boolean;
  onConfirm: () => void;
  children: ReactNode;
}

export function AskFirst({ action, of, title, busy, onConfirm, children }: AskFirstProps) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button className="btn-sm" aria-haspopup="dialog" busy={busy} onClick={() => setAsks(true)}>
        <span>
          {action}
          <span aria-hidden>…</span>
        </span>
        <span className="sr-only">{of}</span>
      </Button>
      {asks && (
        <Confirm
          {...{ title, action, onConfirm }}
          onClose={() => setAsks(false)}
        >
          <p>{children}</p>
        </Confirm>
      )}
    </>
  );
}
