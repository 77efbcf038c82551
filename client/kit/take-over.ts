/** Where the focus goes when what had it makes room for something else, or can be pressed no more. */

const BEGIN = "[data-begin]:not(:disabled)";
const FIELD = "input, textarea, select";

const SCREEN = "main > *";

/** What had the focus last, and the screen that it is on. */
let last: Element | null = null;
let screen: Element | null = null;
// Some of what imports this is tested where there is no document.
globalThis.document?.addEventListener("focusin", ({ target }) => {
  if (target instanceof Element) [last, screen] = [target, target.closest(SCREEN)];
});

/** Puts the focus where this says that one begins, or else in its first field. */
export function begin(place: Element | null): void {
  const there = place?.matches(BEGIN) || place?.hasAttribute("tabindex")
    ? place
    : place?.querySelector(BEGIN) ?? place?.querySelector(FIELD) ?? place;
  (there as HTMLElement | null)?.focus();
}

/**
 * For `ref`: what comes takes the focus, unless it is somewhere, or nobody has lost it. Who has lost it
 * with a whole screen begins at the heading of the next one.
 */
export function takeOver(place: Element | null): void {
  const { activeElement, body } = document;
  const isNowhere = activeElement === body || activeElement?.matches(":disabled");
  const isGone = last?.isConnected === false && screen?.isConnected !== false;
  const isLost = isGone || last?.matches(":disabled");
  if (place !== null && isNowhere && isLost) begin(place);
}
