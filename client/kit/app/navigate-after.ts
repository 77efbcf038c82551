/** Navigates after an action is done, if the person is still on the same screen. */
import { useLocation } from "wouter";

let path = globalThis.location?.pathname;
/** Counts the navigations to another screen. */
let comings = 0;

function notice(): void {
  if (location.pathname === path) return;
  path = location.pathname;
  comings++;
}

// Some tests import this where there is no window.
for (const change of ["pushState", "replaceState", "popstate"]) {
  globalThis.addEventListener?.(change, notice);
}

type Onward = (path: string, options?: { replace: boolean }) => void;

/** Does nothing if the person has left the screen since the press, even if they have come back. */
export function useNavigateAfter(): Onward {
  const [, go] = useLocation();
  const from = comings;
  return (path, options) => {
    if (comings === from) go(path, options);
  };
}
