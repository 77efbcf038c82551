/** Keeps the screen from going dark, where the browser can. */
import { useEffect } from "react";

export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (isOver || document.visibilityState !== "visible" || lock?.released === false) return;
      // Refused, on a low battery for instance: the next time it is looked at is another chance.
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (isOver) void lock?.release();
      // The system takes it back whenever it likes.
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
