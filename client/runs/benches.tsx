/** The benches, where programs of texts, doubts and reviews run; loaded with the first one. */
import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "../kit/ui/lazy.tsx";
import type { AllProps } from "./bench/all.tsx";

const AllBenches = lazyComponent(() => import("./bench/all.tsx"));

export const fetchBenches = AllBenches.ahead;

const SKELETON = <div className="skeleton h-full min-h-72" />;

export function Benches({ children, fallback = SKELETON }: AllProps & { fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <AllBenches>{children}</AllBenches>
    </Suspense>
  );
}
