/** The focus and the scroll position when a screen opens. */

/** On the first screen of a visit, the browser's own focus stays. */
let isFirst = true;
/** The person came back with the back button: the browser restores the scroll position. */
let isReturn = false;
/** The current event still belongs to leaving the last screen. */
let isLeaving = false;
/** The person has used this screen since it opened, for example a menu or a field. */
let isBusy = false;

function leave(isBack: boolean): void {
  [isReturn, isLeaving, isBusy] = [isBack, true, false];
  setTimeout(() => isLeaving = false);
}

function notice(): void {
  isBusy = !isLeaving;
}

export function trackNavigation(): void {
  addEventListener("popstate", () => leave(true));
  // The router calls these for a followed link and for a redirect.
  addEventListener("pushState", () => leave(false));
  addEventListener("replaceState", () => leave(isReturn));
  // Before the listeners of the click's own target.
  document.addEventListener("click", notice, { capture: true });
  document.addEventListener("focusin", notice, { capture: true });
}

export function focusHeading(heading: HTMLElement | null): void {
  const { activeElement } = document;
  const isElsewhere = isBusy && activeElement !== null && activeElement !== document.body;
  if (!isFirst) {
    if (!isElsewhere) heading?.focus({ preventScroll: true });
    if (!isReturn) scrollTo(0, 0);
  }
  isFirst = false;
}
