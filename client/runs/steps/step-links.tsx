/** Opens links to steps where they are read: in texts on every screen. */
import { useEffect, useState } from "react";
import { SavedSteps } from "../benches.tsx";
import { type RunStep, runStepIn } from "./addresses.tsx";

export function StepLinks() {
  const [place, setPlace] = useState<RunStep | null>(null);
  useEffect(() => {
    function open(event: MouseEvent) {
      const { target, defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event;
      // Another window is the browser's to open.
      if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
      const link = target instanceof Element ? target.closest("a") : null;
      const found = link?.origin === location.origin ? runStepIn(link) : null;
      if (found === null) return;
      event.preventDefault();
      setPlace(found);
    }
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, []);
  return place && (
    <SavedSteps
      runId={place.runId}
      place={place}
      onClose={() => setPlace(null)}
    />
  );
}
