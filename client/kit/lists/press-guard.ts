/**
 * Freezes a list while the pointer is down, so that a pushed change cannot move the pressed row.
 */
import { type PointerEvent, type ReactNode, useEffect, useState } from "react";

interface Steady {
  shown: ReactNode;
  /** For the element that contains the list. */
  onPointerDown: (event: PointerEvent) => void;
}

/**
 * Without this, a row that appears or disappears between press and release would swallow the click.
 */
export function usePressGuard(content: ReactNode): Steady {
  const [held, setHeld] = useState<{ content: ReactNode } | null>(null);
  const isHeld = held !== null;
  useEffect(() => {
    if (!isHeld) return;
    // The click event follows the release.
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
