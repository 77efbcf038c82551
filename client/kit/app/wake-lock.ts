/** Keeps the screen on, if the browser can. */
import { useEffect } from "react";

export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (isOver || document.visibilityState !== "visible" || lock?.released === false) return;
      // The browser may refuse, for example on a low battery. Try again when the page is visible
      // again.
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (isOver) void lock?.release();
      // The system may release the lock at any time.
      else lock?.addEventListener("release", () => void hold(), { once: true });
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, []);
}
