/** The benches but the workspace, and the view of steps: one file, which benches.tsx loads. */
import type { ReactNode } from "react";
import ProgramBench from "../kept/program-bench.tsx";
import ReviewBench from "../kept/review-bench.tsx";
import KeptSteps from "../steps/kept-steps.tsx";
import SampleResult from "../sample/sample-check.tsx";
import TryProgram from "../sample/try-program.tsx";

const all = { KeptSteps, ProgramBench, ReviewBench, SampleResult, TryProgram };

export interface AllProps {
  children: (benches: typeof all) => ReactNode;
}

export default function AllBenches({ children }: AllProps) {
  return children(all);
}
