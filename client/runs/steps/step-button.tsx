/** The button that opens a program step by step. */
import Footprints from "../../kit/ui/icon.tsx?footprints";

interface ButtonProps {
  /** The accessible name, where there are several. */
  label?: string;
  title?: string;
  isSmall?: boolean;
  onClick: () => void;
}

export function StepButton({ label, title, isSmall, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={isSmall ? "btn btn-sm" : "btn max-sm:px-3"}
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      <Footprints aria-hidden className={isSmall ? "size-3.5" : "size-4"} />
      <span className={isSmall ? "" : "max-sm:sr-only"}>Step through</span>
    </button>
  );
}
