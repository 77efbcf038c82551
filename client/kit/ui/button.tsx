/** A button of daisyUI, with an icon before its text. It sends no form. */
import type { ComponentProps } from "react";
import type { IconType } from "./icon.tsx";

interface ButtonProps extends ComponentProps<"button"> {
  icon?: IconType;
  /** Its call is under way. The button keeps the focus. */
  busy?: boolean;
}

export function Button({ icon: Icon, busy, className = "", children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`btn ${className}`} aria-disabled={busy} {...rest}>
      {Icon && <Icon className="size-4" />}
      {children}
    </button>
  );
}
