/** The button that removes a row from a list. The focus moves to the row beside it. */
import type { ComponentProps } from "react";
import Trash2 from "../ui/icon.tsx?trash";
import { IconButton } from "../ui/icon-button.tsx";
import type { IconType } from "../ui/icon.tsx";
import { focusNeighbour } from "../focus/restore-focus.ts";

interface RemoveProps extends Omit<ComponentProps<typeof IconButton>, "icon" | "onClick"> {
  icon?: IconType;
  onRemove: () => void;
}

export function RemoveButton(
  { onRemove, className = "", icon = Trash2, ...rest }: RemoveProps,
) {
  return (
    <IconButton
      {...rest}
      icon={icon}
      className={`btn-ghost ${className}`}
      onClick={(event) => {
        focusNeighbour(event.currentTarget);
        onRemove();
      }}
    />
  );
}
