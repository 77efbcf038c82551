/** The benches, where programs run, and the view of their steps; loaded with the first one. */
import { type ComponentType, type ReactNode, Suspense } from "react";
import { lazyComponent } from "../kit/ui/lazy.tsx";
import type { Benches } from "./bench/all.tsx";

const AllBenches = lazyComponent(() => import("./bench/all.tsx"));

export const fetchBenches = AllBenches.ahead;

const SKELETON = <div className="skeleton h-full min-h-72" />;

/** @param fallback is shown until it is there */
const benchOf = <P extends object>(
  find: (all: Benches) => ComponentType<P>,
  fallback: ReactNode = SKELETON,
) =>
  function OneBench(props: P) {
    return (
      <Suspense fallback={fallback}>
        <AllBenches>
          {(all) => {
            const Bench = find(all);
            return <Bench {...props} />;
          }}
        </AllBenches>
      </Suspense>
    );
  };

export const ProgramBench = benchOf((all) => all.ProgramBench);
export const ReviewBench = benchOf((all) => all.ReviewBench);
export const TryProgram = benchOf((all) => all.TryProgram);
export const SampleResult = benchOf((all) => all.SampleResult, null);
export const SavedSteps = benchOf((all) => all.SavedSteps, null);
