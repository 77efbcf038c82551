/** A notice about a change by somebody else, in its place on the screen. */
import Info from "../ui/icon.tsx?info";
import type { ReactNode } from "react";

export function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="space-y-3 rounded-field border-l-4 border-warning bg-warning/10 px-3 py-3"
    >
      <p className="flex items-start gap-2 font-semibold">
        <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
        {text}
      </p>
      {children}
    </div>
  );
}
