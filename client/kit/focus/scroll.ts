/** Scrolls smoothly, or at once for people who prefer reduced motion. */

export function bringIntoView(element: Element | null, block: ScrollLogicalPosition): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element?.scrollIntoView({ block, behavior: calm ? "auto" : "smooth" });
}
