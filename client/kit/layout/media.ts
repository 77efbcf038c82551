/** Whether a media query matches, as state of a component. */
import { useSyncExternalStore } from "react";

/** A window that is wide enough for two columns. */
export const SIDE_BY_SIDE = "(min-width: 64rem)";

/**
 * Returns a hook that says whether the query matches, now and after each change. While the page is
 * printed, the answer stays: other parts would be mounted, and lose their state.
 */
export function mediaHook(query: string): () => boolean {
  let matches = false;
  const read = () => {
    if (!matchMedia("print").matches) matches = matchMedia(query).matches;
    return matches;
  };
  const watch = (listener: () => void) => {
    const media = matchMedia(query);
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(watch, read);
}

export const useIsWide = mediaHook(SIDE_BY_SIDE);
/** A finger, and mostly a keyboard on the screen. */
export const useIsTouch = mediaHook("(pointer: coarse)");
