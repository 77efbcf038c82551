/** What a check of a program has found, with a sign that it is well, or a warning. */
import type { ComponentProps } from "react";
import CircleCheckBig from "../../kit/ui/icon.tsx?circle-check-big";
import TriangleAlert from "../../kit/ui/icon.tsx?triangle-alert";

interface FindingProps extends ComponentProps<"p"> {
  isWell: boolean;
}

export function Finding({ isWell, className = "", children, ...rest }: FindingProps) {
  const Icon = isWell ? CircleCheckBig : TriangleAlert;
  const color = isWell ? "text-success" : "text-warning";
  return (
    <p {...rest} className={`flex gap-2 ${className}`}>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <span>{children}</span>
    </p>
  );
}
