/** The benches but the workspace, and the view of steps: one file, which benches.tsx loads. */
import type { ReactNode } from "react";
import ProgramBench from "../saved/program-bench.tsx";
import ReviewBench from "../saved/review-bench.tsx";
import SavedSteps from "../steps/saved-steps.tsx";
import SampleResult from "../sample/sample-check.tsx";
import TryProgram from "../sample/try-program.tsx";

const all = { SavedSteps, ProgramBench, ReviewBench, SampleResult, TryProgram };

export type Benches = typeof all;

export default function AllBenches({ children }: { children: (all: Benches) => ReactNode }) {
  return children(all);
}
