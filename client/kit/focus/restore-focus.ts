/** When the focused control goes with its row, focuses the same control of the row beside it. */

const ROW = "li, tr, [role=row], [role=group]";
const FOCUSABLE = "a[href], button:not([disabled]), input, select, textarea, summary";
/** Elements to continue with if no row is left. */
const FIELD = "input, textarea, select";
/** Longer than any call takes, in ms. */
const WITHIN = 30_000;

/** @param control the pressed control; it may be removed at once, later, or never */
export function focusNeighbour(control: Element): void {
  const row = control.closest(ROW);
  const place = row === null ? -1 : focusable(row).indexOf(control);
  const siblings = [row?.nextElementSibling, row?.previousElementSibling]
    .filter((one) => one?.matches(ROW));
  const around = (row?.parentElement ?? control).closest("dialog, section, main") ?? document.body;
  const watcher = new MutationObserver(() => {
    if (control.isConnected) return;
    watcher.disconnect();
    clearTimeout(timer);
    // The person has already moved the focus.
    if (document.activeElement !== document.body) return;
    const next = siblings.find((one) => one?.isConnected);
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

const NAME_MOST = 80;
/** Rows of a list. Other rows are removed when they are out of view. */
const LISTED = "li:not([aria-posinset]), tr:not([aria-rowcount] *)";

/**
 * Watches the row that has the focus: somebody else may resolve, delete or hide what it shows. Then
 * the row beside it gets the focus, or else the section's first control, and a sentence says why.
 */
export function restoreFocusInLists(): void {
  let row: Element | null = null;
  let [place, name] = [0, ""];
  let [next, previous, section]: (Element | null | undefined)[] = [];
  // What the person does in the row needs no words.
  let isPressed = false;
  const look = () => [next, previous] = [row?.nextElementSibling, row?.previousElementSibling];
  const watcher = new MutationObserver(() => {
    if (row?.isConnected) return look();
    watcher.disconnect();
    if (document.activeElement !== document.body) return;
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
  document.addEventListener("focusin", ({ target }) => {
    watcher.disconnect();
    row = target instanceof Element ? target.closest(LISTED) : null;
    if (row === null) return;
    isPressed = false;
    section = row.closest("section, main");
    place = focusable(row).indexOf(target as Element);
    const heading = row.querySelector("h3") ?? target as Element;
    name = heading.textContent.trim().slice(0, NAME_MOST);
    look();
    watcher.observe(document.body, { childList: true, subtree: true });
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
