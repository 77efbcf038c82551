/**
 * The benches, where programs of texts, doubts and reviews run. They are heavy, and loaded when the
 * first one is shown.
 */
import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "../kit/ui/lazy.tsx";
import type { AllProps } from "./bench/all.tsx";

const AllBenches = lazyComponent(() => import("./bench/all.tsx"));

export const fetchBenches = AllBenches.ahead;

interface BenchesProps extends AllProps {
  /** Shown until they are loaded. */
  fallback?: ReactNode;
}

const SKELETON = <div className="skeleton h-full min-h-72" />;

export function Benches({ children, fallback = SKELETON }: BenchesProps) {
  return (
    <Suspense fallback={fallback}>
      <AllBenches>{children}</AllBenches>
    </Suspense>
  );
}
