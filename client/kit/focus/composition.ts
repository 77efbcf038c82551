/**
 * While a person composes a character, as on a Hindi or Japanese keyboard, keys belong to that
 * keyboard: Enter takes its choice, Escape closes its list. So no key handler gets them.
 */

/** In Safari the composition ends before its last key, which then has only this code. */
const TAKEN_BY_KEYBOARD = 229;

/** Call this before any other handler listens: it stops the event at its first station. */
export function stopKeysOfComposition(window: EventTarget): void {
  window.addEventListener("keydown", (event) => {
    const { isComposing, keyCode } = event as KeyboardEvent;
    if (isComposing || keyCode === TAKEN_BY_KEYBOARD) event.stopImmediatePropagation();
  }, { capture: true });
}
