/** Compiles a program for its steps before the reader of a thread opens a link to one of them. */
import { useEffect } from "react";
import { prepareStepsWhenIdle } from "../../languages/sandbox.ts";
import type { Run } from "../../../server/runs/schema.ts";

/** The texts with the links are shown by then, in ms. */
const LOOK_AFTER = 1000;

/**
 * @param run the program that the screen is about; the screen has links to its steps, or has not
 * @param load loads the code that shows the steps
 */
export function useStepsAhead(run: Run | undefined, load: () => Promise<void>): void {
  useEffect(() => {
    if (run === undefined) return;
    let cancel: (() => void) | undefined;
    const timer = setTimeout(() => {
      if (document.querySelector(`a[href*="/runs/${run._id}?"]`) === null) return;
      void load();
      cancel = prepareStepsWhenIdle(run.source, run.settings);
    }, LOOK_AFTER);
    return () => {
      clearTimeout(timer);
      cancel?.();
    };
  }, [run?._id]);
}
