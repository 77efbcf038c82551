/** The Markdown preview, loaded when it is shown. */
import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "../ui/lazy.tsx";

const Markdown = lazyComponent(() => import("./markdown-preview.tsx"));

export function Preview({ source, fallback = <span /> }: { source: string; fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <Markdown source={source} />
    </Suspense>
  );
}
