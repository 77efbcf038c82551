/** Whether the window is wide enough for two columns side by side. */
import { useSyncExternalStore } from "react";

export const SIDE_BY_SIDE = "(min-width: 64rem)";

export const useIsWide = (): boolean =>
  useSyncExternalStore(watchWidth, () => matchMedia(SIDE_BY_SIDE).matches);

function watchWidth(listener: () => void): () => void {
  const media = matchMedia(SIDE_BY_SIDE);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
