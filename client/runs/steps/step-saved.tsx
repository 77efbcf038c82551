/** Steps through the program of a run that was saved. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { knownRunsAtom } from "../state.ts";
import type { PointText } from "./link-targets.tsx";
import { StepButton } from "./step-button.tsx";
import { SavedSteps } from "../benches.tsx";

interface ButtonProps {
  runId: string;
  /** The screen is about this program: the palette steps through it. */
  isMain?: boolean;
  /** The texts that can point at a step. */
  texts?: readonly PointText[] | undefined;
}

export function StepSaved({ runId, isMain = false, texts }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const run = useAtomValue(knownRunsAtom)[runId]?.run;
  useShortcuts(
    isMain && run ? [{ keys: [], name: "Step through the saved program", run: open }] : [],
  );
  if (!run) return null;
  return (
    <>
      <StepButton isSmall onClick={open} />
      {isOpen && (
        <SavedSteps
          runId={runId}
          texts={texts}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
