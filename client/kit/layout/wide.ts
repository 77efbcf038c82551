/** Whether the window is wide enough for two columns side by side. */
import { useSyncExternalStore } from "react";

export const SIDE_BY_SIDE = "(min-width: 64rem)";

let isWide = false;

export const useIsWide = (): boolean => useSyncExternalStore(watchWidth, readWidth);

/** While the page is printed, the answer stays: other parts would be mounted, and lose their state. */
function readWidth(): boolean {
  if (!matchMedia("print").matches) isWide = matchMedia(SIDE_BY_SIDE).matches;
  return isWide;
}

function watchWidth(listener: () => void): () => void {
  const media = matchMedia(SIDE_BY_SIDE);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
