/** That the other steps through the program, and the button that goes along. */
import type { Along } from "./along.tsx";

export function StepAlong(
  { along: { name, other }, onOpen }: { along: Along; onOpen: () => void },
) {
  return (
    <p role="status" className="empty:hidden">
      {other !== null && (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
          {name} steps through the program.
          <button type="button" className="btn btn-sm" onClick={onOpen}>Step along</button>
        </span>
      )}
    </p>
  );
}
