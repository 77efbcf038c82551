/** Compiles a program for its steps before the reader of a thread opens a link to one of them. */
import { useEffect } from "react";
import { runSettings } from "../../../server/languages/program_files.ts";
import { detailsAtom } from "../../assignments/state.ts";
import { store } from "../../kit/net/store.ts";
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
    let isOver = false;
    const timer = setTimeout(() => {
      if (document.querySelector(`a[href*="/runs/${run._id}?"]`) === null) return;
      void load();
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
