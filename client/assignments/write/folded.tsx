/** A part of a form that is folded at first. Its code is loaded after the person's first action. */
import { type ReactNode, Suspense, useState } from "react";
import { useFetchAhead } from "../../kit/focus/user-activity.ts";

interface FoldedProps {
  title: string;
  /** The lazy component within. */
  part: { ahead: () => Promise<void> };
  /** There is an error within. */
  isNeeded: boolean;
  /** There is something within from the beginning. */
  isUsed?: boolean;
  children: ReactNode;
}

export function Folded({ title, part, isNeeded, isUsed = false, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(isUsed);
  useFetchAhead(part.ahead);
  return (
    <details
      className="rounded-box border border-base-300 p-4"
      open={isOpen || isNeeded}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">{title}</summary>
      {(isOpen || isNeeded) && (
        <div className="mt-4 space-y-4">
          <Suspense>{children}</Suspense>
        </div>
      )}
    </details>
  );
}
