/** Scrolling by the program: gently, unless somebody has asked for less motion. */

/** Whether this screen was come back to: the browser then restores where it was scrolled to. */
let isReturn = false;

export function startScroll(): void {
  addEventListener("popstate", () => isReturn = true);
  // What the router makes of a link that was followed.
  addEventListener("pushState", () => isReturn = false);
}

export function scrollToTop(): void {
  if (!isReturn) scrollTo(0, 0);
}

export function bringIntoView(element: Element | null, block: ScrollLogicalPosition): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element?.scrollIntoView({ block, behavior: calm ? "auto" : "smooth" });
}
