/** Scrolling by the program: gently, unless somebody has asked for less motion. */

export function bringIntoView(element: Element | null, block: ScrollLogicalPosition): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element?.scrollIntoView({ block, behavior: calm ? "auto" : "smooth" });
}
