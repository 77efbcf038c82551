/** A check box and the text beside it, which can be pressed, too. */
import type { ComponentProps } from "react";

/** The chosen ones after a press on one of them. */
export const toggled = (chosen: readonly string[], one: string): readonly string[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];

interface TickProps extends ComponentProps<"input"> {
  isOn: boolean;
  onTick: (isOn: boolean) => void;
  /** How the box looks. */
  box?: string;
}

export function Tick(props: TickProps) {
  const { isOn, onTick, box = "checkbox checkbox-primary", children, ...rest } = props;
  const { className = "items-center gap-3", ...input } = rest;
  return (
    <label className={`flex cursor-pointer ${className}`}>
      <input
        {...input}
        type="checkbox"
        className={box}
        checked={isOn}
        onChange={({ target }) => onTick(target.checked)}
      />
      {children}
    </label>
  );
}
