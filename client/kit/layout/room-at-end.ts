/** What stands at the bottom of the window lies over nothing: the screen ends above it. */
import { type RefObject, useLayoutEffect } from "react";

/**
 * Tells the height of a panel at the bottom of the window to the styles. `--corner` is all of them.
 * @param name of the panel, among those in style.css
 */
export function useRoomAtEnd(
  root: RefObject<HTMLElement | null>,
  name: "--poll",
  isShown: boolean,
): void {
  useLayoutEffect(() => {
    const panel = root.current;
    if (panel === null) return;
    const { style } = document.documentElement;
    const tell = () => style.setProperty(name, `${panel.offsetHeight}px`);
    tell();
    const sizes = new ResizeObserver(tell);
    sizes.observe(panel);
    return () => {
      sizes.disconnect();
      style.removeProperty(name);
    };
  }, [isShown]);
}
