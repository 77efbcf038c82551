/** Lets a press count even if content that arrives above moves its control before the release. */

const CONTROL = "button, a[href], summary";
/** A pointer that has moved farther, in px, was meant to leave the control. */
const STILL = 4;

/** Call this once. It is for the mouse: a touch always belongs to the element that it began on. */
export function clickDisplacedPresses(): void {
  let pressed: { control: HTMLElement; x: number; y: number } | null = null;
  addEventListener("pointerdown", ({ button, pointerType, target, clientX: x, clientY: y }) => {
    const control = (target as Element).closest<HTMLElement>(CONTROL);
    pressed = button === 0 && pointerType === "mouse" && control ? { control, x, y } : null;
  }, { capture: true, passive: true });
  addEventListener("pointerup", ({ target, clientX, clientY }) => {
    if (pressed === null) return;
    const { control, x, y } = pressed;
    pressed = null;
    const isStill = Math.hypot(clientX - x, clientY - y) <= STILL;
    if (isStill && control.isConnected && !control.contains(target as Node)) control.click();
  }, { capture: true, passive: true });
}
