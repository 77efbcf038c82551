/** The cross that closes what it stands in. */
import X from "./icon.tsx?x";

/** @param name what is read out, such as "Close the run" */
export function CloseButton({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm btn-square"
      aria-label={name}
      onClick={onClose}
    >
      <X aria-hidden className="size-4" />
    </button>
  );
}
