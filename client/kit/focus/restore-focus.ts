/**
 * When the focused control is deleted with its row, focuses the same control of the row beside it.
 */

const ROW = "li, tr, [role=row], [role=group]";
const FOCUSABLE = "a[href], button:not([disabled]), input, select, textarea, summary";
/** Elements to continue with if no row is left. */
const FIELD = "input, textarea, select";
/** Longer than any call takes, in ms. */
const WITHIN = 30_000;

/**
 * @param control the pressed control; it may be removed at once, later, or never if the call fails
 */
export function focusNeighbour(control: Element): void {
  const row = control.closest(ROW);
  const place = row === null ? -1 : focusable(row).indexOf(control);
  const beside = [row?.nextElementSibling, row?.previousElementSibling]
    .filter((one) => one?.matches(ROW));
  const around = (row?.parentElement ?? control).closest("dialog, section, main") ?? document.body;
  const watcher = new MutationObserver(() => {
    if (control.isConnected) return;
    watcher.disconnect();
    clearTimeout(timer);
    // The person has already moved the focus.
    if (document.activeElement !== document.body) return;
    const next = beside.find((one) => one?.isConnected);
    const left = next ? focusable(next) : [];
    const there = left[place] ?? left[0] ?? placeIn(around) ??
      // The list is empty: focus the control that opened it, or the top of the screen.
      document.querySelector(`[aria-controls="${CSS.escape(around.id)}"]`) ??
      placeIn(document.body);
    (there as HTMLElement | undefined)?.focus();
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => watcher.disconnect(), WITHIN);
}

const placeIn = (around: Element): Element | undefined =>
  around.querySelector(FIELD) ?? around.querySelector("[tabindex='-1']") ?? focusable(around)[0];

const focusable = (root: Element): Element[] => [...root.querySelectorAll(FOCUSABLE)];
