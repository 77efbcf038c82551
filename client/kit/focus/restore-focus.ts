/** When the focused control goes with its row, focuses the same control of the row beside it. */

const ROW = "li, tr, [role=row], [role=group]";
const FOCUSABLE = "a[href], button:not([disabled]), input, select, textarea, summary";
/** Elements to continue with if no row is left. */
const FIELD = "input, textarea, select";
/** Longer than any call takes, in ms. */
const WITHIN = 30_000;

/** Runs this when an element is gone and the focus with it, with the rows that were beside its row. */
function whenLost(
  element: Element,
  row: Element | null,
  act: (next: Element | null | undefined, previous: Element | null | undefined) => void,
): () => void {
  let [next, previous] = [row?.nextElementSibling, row?.previousElementSibling];
  const watcher = new MutationObserver(() => {
    if (row?.isConnected) [next, previous] = [row.nextElementSibling, row.previousElementSibling];
    if (element.isConnected) return;
    watcher.disconnect();
    if (document.activeElement === document.body) act(next, previous);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => watcher.disconnect();
}

/** @param control the pressed control; it may be removed at once, later, or never */
export function focusNeighbour(control: Element): void {
  const { pathname } = location;
  const row = control.closest(ROW);
  const place = row === null ? -1 : focusable(row).indexOf(control);
  const around = (row?.parentElement ?? control).closest("dialog, section, main") ?? document.body;
  const stop = whenLost(control, row, (...beside) => {
    // The person has gone to another screen.
    if (location.pathname !== pathname) return;
    const neighbour = beside.find((one) => one?.isConnected && one.matches(ROW));
    const left = neighbour ? focusable(neighbour) : [];
    const there = left[place] ?? left[0] ?? placeIn(around) ??
      // The list is empty: focus the control that opened it, or the top of the screen.
      document.querySelector(`[aria-controls="${CSS.escape(around.id)}"]`) ??
      placeIn(document.body);
    (there as HTMLElement | undefined)?.focus();
  });
  setTimeout(stop, WITHIN);
}

const NAME_MOST = 80;
/** Rows of a list. Other rows are removed when they are out of view. */
const LISTED = "li:not([aria-posinset]), tr:not([aria-rowcount] *)";

/**
 * Watches the row that has the focus: somebody else may resolve, delete or hide what it shows. Then
 * the row beside it gets the focus, or else the section's first control, and a sentence says why.
 */
export function restoreFocusInLists(): void {
  let row: Element | null = null;
  let stop = () => {};
  // What the person does in the row needs no words.
  let isPressed = false;
  document.addEventListener("focusin", ({ target }) => {
    stop();
    if (!(target instanceof Element)) return;
    const focused = target.closest(LISTED);
    row = focused;
    if (focused === null) return;
    isPressed = false;
    const section = focused.closest("section, main");
    const place = focusable(focused).indexOf(target);
    const heading = focused.querySelector("h3") ?? target;
    const name = heading.textContent.trim().slice(0, NAME_MOST);
    stop = whenLost(focused, focused, (next, previous) => {
      const between = previous?.isConnected
        ? previous.nextElementSibling
        : next?.previousElementSibling;
      if (between && between !== next) return focusAt(between, place);
      const sentence = isPressed ? null : `“${name}” has left the list.`;
      const neighbour = [next, previous].find((one) => one?.isConnected);
      if (neighbour) focusAt(neighbour, place);
      else if (section?.isConnected && sentence) focusAt(section, 0);
      if (sentence && document.activeElement !== document.body) say(sentence);
    });
  });
  document.addEventListener("click", ({ target }) => {
    isPressed ||= target instanceof Node && row?.contains(target) === true;
  }, { capture: true });
}

function focusAt(around: Element, place: number): void {
  const controls = focusable(around);
  ((controls[place] ?? controls[0]) as HTMLElement | undefined)?.focus();
}

function say(sentence: string): void {
  const region = document.createElement("p");
  region.role = "status";
  region.className = "sr-only";
  document.body.append(region);
  // A region that is there before its text is read out by every screen reader.
  setTimeout(() => region.append(sentence), 100);
  setTimeout(() => region.remove(), WITHIN);
}

const placeIn = (around: Element): Element | undefined =>
  around.querySelector(FIELD) ?? around.querySelector("[tabindex='-1']") ?? focusable(around)[0];

const focusable = (root: Element): Element[] => [...root.querySelectorAll(FOCUSABLE)];
