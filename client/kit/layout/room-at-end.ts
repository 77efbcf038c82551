/** What stands at the bottom of the window lies over nothing: the screen ends above it. */
import { type RefObject, useLayoutEffect } from "react";

/** Tells the height of the panel at the bottom of the window to the styles, as `--corner`. */
export function useRoomAtEnd(root: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const panel = root.current;
    if (panel === null) return;
    const { style } = document.documentElement;
    const tell = () => style.setProperty("--corner", `${panel.offsetHeight}px`);
    tell();
    const sizes = new ResizeObserver(tell);
    sizes.observe(panel);
    return () => {
      sizes.disconnect();
      style.removeProperty("--corner");
    };
  }, [isShown]);
}
