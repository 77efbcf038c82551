/** A part of a form that is folded at first. */
import { type ReactNode, useState } from "react";

interface FoldedProps {
  title: string;
  /** There is an error within. */
  isNeeded: boolean;
  /** There is something within from the beginning. */
  isUsed?: boolean;
  children: ReactNode;
}

export function Folded({ title, isNeeded, isUsed = false, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(isUsed);
  return (
    <details
      className="rounded-box border border-base-300 p-4"
      open={isOpen || isNeeded}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">{title}</summary>
      {(isOpen || isNeeded) && <div className="mt-4 space-y-4">{children}</div>}
    </details>
  );
}
