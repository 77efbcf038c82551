/** Whether a media query matches, as state of a component. */
import { useSyncExternalStore } from "react";

/** Returns a hook that says whether the query matches, now and after each change. */
export function mediaHook(query: string): () => boolean {
  const watch = (listener: () => void) => {
    const media = matchMedia(query);
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(watch, () => matchMedia(query).matches);
}
