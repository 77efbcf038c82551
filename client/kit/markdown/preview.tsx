/** The Markdown preview, loaded when it is shown. */
import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "../ui/lazy.tsx";

const Markdown = lazyComponent(() => import("./markdown-preview.tsx"));

interface PreviewProps {
  source: string;
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
}

export function Preview({ source, fallback = <span /> }: PreviewProps) {
  return (
    <Suspense fallback={fallback}>
      <Markdown source={source} />
    </Suspense>
  );
}
