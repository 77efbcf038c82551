/** Steps through the program of a run that was kept. */
import { useAtomValue } from "jotai";
import { Suspense, useState } from "react";
import { languageOf, languages } from "../../../server/languages/languages.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { knownRunsAtom } from "../state.ts";
import type { PointText } from "./pointing.tsx";
import { useStepsAhead } from "./steps-ahead.tsx";
import { STEP_KEY, StepButton } from "./step-button.tsx";
import { KeptSteps } from "./step-links.tsx";

interface KeptProps {
  runId: string;
  /** Its key works on the whole screen. */
  hasKey?: boolean;
  /** The texts that can point at a step. */
  texts?: readonly PointText[] | undefined;
}

export function StepKept({ runId, hasKey = false, texts }: KeptProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const run = useAtomValue(knownRunsAtom)[runId]?.run;
  const canStep = run !== undefined && languages[languageOf(run.settings)].hasSteps;
  useShortcuts(
    hasKey && canStep
      ? [{ keys: [STEP_KEY], name: "Step through the kept program", run: open }]
      : [],
  );
  useStepsAhead(hasKey && canStep ? run : undefined, KeptSteps.ahead);
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
