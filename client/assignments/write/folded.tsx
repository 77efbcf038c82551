/** A part of a form that is folded at first. Its head says what it holds. */
import { type ReactNode, useState } from "react";

interface FoldedProps {
  title: string;
  /** What it holds, in a few words. */
  holds: string;
  /** There is an error within. */
  isNeeded: boolean;
  children: ReactNode;
}

export function Folded({ title, holds, isNeeded, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  /** Stays there when it is folded again, with the files that were chosen in it. */
  const [isThere, setThere] = useState(false);
  return (
    <details
      className="rounded-box border border-base-300 px-4 py-2.5"
      open={isOpen || isNeeded}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (open) setThere(true);
      }}
    >
      <summary className="cursor-pointer">
        <span className="font-semibold">{title}</span>{" "}
        <span className="ml-1 text-sm text-muted">{holds}</span>
      </summary>
      {(isThere || isNeeded) && <div className="mt-4 space-y-4">{children}</div>}
    </details>
  );
}
