/** What is pressed stays where it is until it is let go, whatever is pushed in between. */
import { type PointerEvent, type ReactNode, useEffect, useState } from "react";

interface Steady {
  shown: ReactNode;
  /** For the element that they are in. */
  onPointerDown: (event: PointerEvent) => void;
}

/** A row that comes or goes between press and release would take the click along. */
export function useSteady(content: ReactNode): Steady {
  const [held, setHeld] = useState<{ content: ReactNode } | null>(null);
  const isHeld = held !== null;
  useEffect(() => {
    if (!isHeld) return;
    // The click comes right behind the release.
    const letGo = () => setTimeout(() => setHeld(null));
    const ends = ["pointerup", "pointercancel", "dragend", "blur"];
    for (const end of ends) addEventListener(end, letGo);
    return () => {
      for (const end of ends) removeEventListener(end, letGo);
    };
  }, [isHeld]);
  return {
    shown: held === null ? content : held.content,
    onPointerDown: ({ button }) => {
      if (button === 0) setHeld({ content });
    },
  };
}
