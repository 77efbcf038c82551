/** Coming to a screen: what has the focus then, and where it is scrolled to. */

/** The first screen of a visit leaves the focus where the browser has put it. */
let isFirst = true;
/** This screen was come back to: the browser then restores where it was scrolled to. */
let isReturn = false;
/** What is done now still belongs to leaving the screen before. */
let isLeaving = false;
/** Since then somebody has gone on in what is there: a menu was opened, a field was entered. */
let isBusy = false;

function leave(isBack: boolean): void {
  [isReturn, isLeaving, isBusy] = [isBack, true, false];
  setTimeout(() => isLeaving = false);
}

function notice(): void {
  isBusy = !isLeaving;
}

export function startArrivals(): void {
  addEventListener("popstate", () => leave(true));
  // What the router makes of a link that was followed, and of an address that leads on.
  addEventListener("pushState", () => leave(false));
  addEventListener("replaceState", () => leave(isReturn));
  // Before whatever they lead to.
  document.addEventListener("click", notice, { capture: true });
  document.addEventListener("focusin", notice, { capture: true });
}

/** Moves the focus to the heading of a screen that is there now, and starts it at its top. */
export function arrive(heading: HTMLElement | null): void {
  const { activeElement } = document;
  const isElsewhere = isBusy && activeElement !== null && activeElement !== document.body;
  if (!isFirst) {
    if (!isElsewhere) heading?.focus({ preventScroll: true });
    if (!isReturn) scrollTo(0, 0);
  }
  isFirst = false;
}
