/** The button that removes a row from a list in a form. The focus moves to the row beside it. */
import Trash2 from "../ui/icon.tsx?trash";
import type { IconType } from "../ui/icon.tsx";
import { focusNeighbour } from "../focus/restore-focus.ts";

interface RemoveProps {
  /** The accessible name. */
  name: string;
  onRemove: () => void;
  className?: string;
  icon?: IconType;
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
