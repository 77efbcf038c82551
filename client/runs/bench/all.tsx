/** All benches but the workspace, with the engines: one file, which benches.tsx loads. */
import type { ReactNode } from "react";
import ProgramBench from "../saved/program-bench.tsx";
import ReviewBench from "../saved/review-bench.tsx";
import SampleResult from "../sample/sample-check.tsx";
import TryProgram from "../sample/try-program.tsx";

const all = { ProgramBench, ReviewBench, SampleResult, TryProgram };

export interface AllProps {
  children: (benches: typeof all) => ReactNode;
}

export default function AllBenches({ children }: AllProps) {
  return children(all);
}
