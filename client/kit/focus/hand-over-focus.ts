/** Moves the focus when the focused element is removed or disabled. */

const BEGIN = "[data-begin]:not(:disabled)";
const FIELD = "input, textarea, select";

const SCREEN = "main > *";

/** The element that had the focus last, and its screen. */
let last: Element | null = null;
let screen: Element | null = null;
// Some tests import this where there is no document.
globalThis.document?.addEventListener("focusin", ({ target }) => {
  if (target instanceof Element) [last, screen] = [target, target.closest(SCREEN)];
  markTyping(target instanceof HTMLTextAreaElement);
});
globalThis.document?.addEventListener("focusout", () => markTyping(false));

/** Says to style.css whether a text is being written. With :has(), each change restyles the page. */
function markTyping(isOn: boolean): void {
  document.documentElement.toggleAttribute("data-typing", isOn);
}

/** Focuses the element marked `data-begin`, or else the first field. */
export function focusFirst(place: Element | null): void {
  const there = place?.matches(BEGIN) || place?.hasAttribute("tabindex")
    ? place
    : place?.querySelector(BEGIN) ?? place?.querySelector(FIELD) ?? place;
  (there as HTMLElement | null)?.focus();
}

/**
 * As a `ref`: the new element takes the focus if the focused element was removed or disabled. If
 * its whole screen was removed, the next screen's heading takes the focus instead.
 */
export function takeLostFocus(place: Element | null): void {
  const { activeElement, body } = document;
  const isNowhere = activeElement === body || activeElement?.matches(":disabled");
  const isGone = last?.isConnected === false && screen?.isConnected !== false;
  const isLost = isGone || last?.matches(":disabled");
  if (place !== null && isNowhere && isLost) focusFirst(place);
}
