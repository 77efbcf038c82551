/** A mentor's own change of a student's program, which runs in a bench and can be proposed. */
import { type ReactNode, useState } from "react";
import Undo2 from "../../kit/ui/icon.tsx?undo-2";
import type { RunResult } from "../../../server/languages/types.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { Button } from "../../kit/ui/button.tsx";
import { CloseButton } from "../../kit/ui/icon-button.tsx";

/** It is kept as drafts are, until the mentor goes back. @param source the student's program */
export function useChange(subject: string, source: string) {
  const [changed, setChanged, forget] = useDraft<string | null>(draftKey("trial", subject), null);
  const [asked, setAsked] = useState(0);
  const [ran, setRan] = useState<{ source: string; result: RunResult } | null>(null);
  return {
    /** Null as long as it is the student's program. */
    changed: changed === source ? null : changed,
    onSource: (text: string) => text === source ? forget() : setChanged(text),
    forget,
    /** The newest result on all cases, and the text that it belongs to. */
    ran,
    /** How often it was asked to be run on all cases. */
    asked,
    runAll: () => setAsked(asked + 1),
    runs: {
      runNow: asked > 0 ? String(asked) : undefined,
      onResult: (source: string, result: RunResult) => setRan({ source, result }),
    },
  };
}

interface BarProps {
  text: string;
  /** Goes back to the student's program, where it is changed. */
  onUndo: (() => void) | null;
  onClose: () => void;
  children: ReactNode;
}

export function ChangeBar({ text, onUndo, onClose, children }: BarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-base-300 bg-base-200 px-3 py-1.5">
      <p className="grow basis-28 text-sm text-muted">{text}</p>
      {onUndo && (
        <Button icon={Undo2} className="btn-sm" onClick={onUndo}>The student's program</Button>
      )}
      {children}
      <CloseButton name="Close the run" onClose={onClose} />
    </div>
  );
}
