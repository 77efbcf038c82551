/** Steps through the program of a run that was kept. */
import { useAtomValue } from "jotai";
import { Suspense, useState } from "react";
import { languageOf, languages } from "../../../server/languages/languages.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { knownRunsAtom } from "../state.ts";
import type { PointText } from "./pointing.tsx";
import { useStepsAhead } from "./steps-ahead.tsx";
import { StepButton } from "./step-button.tsx";
import { KeptSteps } from "./step-links.tsx";

interface KeptProps {
  runId: string;
  /** The screen is about this program: the palette steps through it. */
  isMain?: boolean;
  /** The texts that can point at a step. */
  texts?: readonly PointText[] | undefined;
}

export function StepKept({ runId, isMain = false, texts }: KeptProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const run = useAtomValue(knownRunsAtom)[runId]?.run;
  const canStep = run !== undefined && languages[languageOf(run.settings)].hasSteps;
  useShortcuts(
    isMain && canStep ? [{ keys: [], name: "Step through the kept program", run: open }] : [],
  );
  useStepsAhead(isMain && canStep ? run : undefined, KeptSteps.ahead);
  if (!canStep) return null;
  return (
    <>
      <StepButton isSmall onClick={open} />
      {isOpen && (
        <Suspense>
          <KeptSteps runId={runId} texts={texts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
