/** A button that shows only an icon. */
import type { ComponentProps } from "react";
import X from "./icon.tsx?x";
import type { IconType } from "./icon.tsx";

interface IconButtonProps extends ComponentProps<"button"> {
  icon: IconType;
  /** What is read out: "Close the run". */
  name: string;
  large?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, name, large, className = "btn-ghost btn-sm", ...rest } = props;
  return (
    <button type="button" aria-label={name} className={`btn btn-square ${className}`} {...rest}>
      <Icon aria-hidden className={large ? "size-5" : "size-4"} />
    </button>
  );
}

export const CloseButton = ({ name, onClose }: { name: string; onClose: () => void }) => (
  <IconButton icon={X} name={name} onClick={onClose} />
);
