/** Leading on to another screen once something has been done: only whoever is still there. */
import { useLocation } from "wouter";

let path = globalThis.location?.pathname;
/** How often another screen was come to. */
let comings = 0;

function notice(): void {
  if (location.pathname === path) return;
  path = location.pathname;
  comings++;
}

// Some of what imports this is tested where there is no window.
for (const change of ["pushState", "replaceState", "popstate"]) {
  globalThis.addEventListener?.(change, notice);
}

type Onward = (path: string, options?: { replace: boolean }) => void;

/** Whoever has gone elsewhere since the press stays there, also where they have come back. */
export function useOnward(): Onward {
  const [, go] = useLocation();
  const from = comings;
  return (path, options) => {
    if (comings === from) go(path, options);
  };
}
