/** A few choices side by side, one of which is chosen. */
import type { ReactNode } from "react";

interface ChoiceProps<T extends string> {
  /** What is chosen: the name of the group. */
  label: string;
  choices: readonly (readonly [value: T, name: ReactNode])[];
  chosen: T;
  onChoose: (value: T) => void;
  className?: string;
}

export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, choices, chosen, onChoose, className = "" } = props;
  return (
    <div role="group" aria-label={label} className={`join ${className}`}>
      {choices.map(([value, name]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          className={`btn join-item btn-sm ${value === chosen ? "btn-primary" : ""}`}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
