/** The button that shows what is folded on a narrow screen, and folds it again. */
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import ChevronDown from "./icon.tsx?chevron-down";

interface FoldButtonProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  className: string;
  children: ReactNode;
}

export function FoldButton({ isOpen, onToggle, className, children }: FoldButtonProps) {
  return (
    <Button
      className={`btn-ghost btn-sm ${className}`}
      aria-expanded={isOpen}
      onClick={() => onToggle(!isOpen)}
    >
      {children}
      <ChevronDown aria-hidden className={`size-4 ${isOpen ? "rotate-180" : ""}`} />
    </Button>
  );
}
