/** The button that removes a row from a list in a form. The focus moves to the row beside it. */
import { type LucideIcon, Trash2 } from "lucide-react";
import { focusNeighbour } from "../focus/restore-focus.ts";

interface RemoveProps {
  /** The accessible name. */
  name: string;
  onRemove: () => void;
  className?: string;
  icon?: LucideIcon;
}

export function RemoveButton({ name, onRemove, className = "", icon: Icon = Trash2 }: RemoveProps) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-square ${className}`}
      aria-label={name}
      onClick={(event) => {
        focusNeighbour(event.currentTarget);
        onRemove();
      }}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
