/** Steps through the program of a run that was saved. */
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { runSettings } from "../../../server/languages/program_files.ts";
import type { Run } from "../../../server/runs/schema.ts";
import { detailsAtom } from "../../assignments/state.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { store } from "../../kit/net/store.ts";
import { knownRunsAtom } from "../state.ts";
import type { PointText } from "./link-targets.tsx";
import { StepButton } from "./step-button.tsx";
import { fetchBenches, SavedSteps } from "../benches.tsx";

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
  useShortcuts(isMain ? [{ keys: [], name: "Step through the saved program", run: open }] : []);
  useStepsAhead(isMain ? run : undefined);
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

/** The texts with the links are shown by then, in ms. */
const LOOK_AFTER = 1000;

/** Compiles the screen's program for its steps ahead, if a text has a link to one of them. */
function useStepsAhead(run: Run | undefined): void {
  useEffect(() => {
    if (run === undefined) return;
    let cancel: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      if (document.querySelector(`a[href*="/runs/${run._id}?"]`) === null) return;
      void fetchBenches();
      const { assignment } = store.get(detailsAtom)[run.assignmentId] ?? {};
      const settings = assignment
        ? runSettings({ ...assignment, judge: run.settings })
        : run.settings;
      void import("../../languages/sandbox.ts").then(({ prepareStepsWhenIdle }) => {
        if (!isOver) cancel = prepareStepsWhenIdle(run.source, settings);
      }).catch(() => {});
    }, LOOK_AFTER);
    return () => {
      clearTimeout(timer);
      isOver = true;
      cancel?.();
    };
  }, [run?._id]);
}
