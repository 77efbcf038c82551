/** The button that removes a row from a list in a form. The focus moves to the row beside it. */
import Trash2 from "../ui/icon.tsx?trash";
import { IconButton } from "../ui/icon-button.tsx";
import type { IconType } from "../ui/icon.tsx";
import { focusNeighbour } from "../focus/restore-focus.ts";

interface RemoveProps {
  name: string;
  onRemove: () => void;
  className?: string;
  icon?: IconType;
}

export function RemoveButton({ name, onRemove, className = "", icon: Icon = Trash2 }: RemoveProps) {
  return (
    <IconButton
      icon={Icon}
      name={name}
      className={`btn-ghost ${className}`}
      onClick={(event) => {
        focusNeighbour(event.currentTarget);
        onRemove();
      }}
    />
  );
}
