/** The button that opens a program step by step. */
import Footprints from "../../kit/ui/icon.tsx?footprints";

export function StepButton(
  { title, isSmall, onClick }: { title?: string; isSmall?: boolean; onClick: () => void },
) {
  return (
    <button
      type="button"
      className={isSmall ? "btn btn-sm" : "btn max-sm:px-3"}
      title={title}
      onClick={onClick}
    >
      <Footprints aria-hidden className={isSmall ? "size-3.5" : "size-4"} />
      <span className={isSmall ? "" : "max-sm:sr-only"}>Step through</span>
    </button>
  );
}
