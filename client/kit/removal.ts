/** Where the focus goes when what had it is deleted: to the same control of what stands beside it. */

const ROW = "li, tr, [role=row], [role=group]";
const FOCUSABLE = "a[href], button:not([disabled]), input, select, textarea, summary";
/** Where one can go on when nothing is left beside it. */
const FIELD = "input, textarea, select";
/** Longer than a call takes. */
const WITHIN = 30_000;

/** @param control what was pressed; it may go at once, later, or, when the call fails, never */
export function goOnBeside(control: Element): void {
  const row = control.closest(ROW);
  const place = row === null ? -1 : focusable(row).indexOf(control);
  const beside = [row?.nextElementSibling, row?.previousElementSibling]
    .filter((one) => one?.matches(ROW));
  const around = (row?.parentElement ?? control).closest("dialog, section, main") ?? document.body;
  const watcher = new MutationObserver(() => {
    if (control.isConnected) return;
    watcher.disconnect();
    clearTimeout(timer);
    // They are somewhere else by now.
    if (document.activeElement !== document.body) return;
    const next = beside.find((one) => one?.isConnected);
    const left = next ? focusable(next) : [];
    const there = left[place] ?? left[0] ?? placeIn(around) ??
      // Nothing is left in it: what opened it, or where the screen begins.
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
