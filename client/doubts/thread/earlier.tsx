/** The button that loads earlier entries above, without moving the text that is being read. */
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { fetchEarlier, storeEarlier } from "../actions.ts";
import { Button } from "../../kit/ui/button.tsx";

/** For how long the scroll position is corrected, in ms, while entries get their final height. */
const HELD_MS = 2000;
/** A person who scrolls, points or types ends the correction. */
const ENDS = ["wheel", "touchmove", "pointerdown", "keydown"];

interface Anchor {
  /** The entry below the button, and its position on the screen. */
  entry: Element;
  top: number;
  hadFocus: boolean;
}

interface EarlierProps {
  doubt: Doubt;
  /** The list of the entries: the first entry, this button, and the others. */
  list: RefObject<HTMLOListElement | null>;
}

/** The button. It stays mounted when all entries are loaded, so that it can move the focus. */
export default function Earlier({ doubt, list }: EarlierProps) {
  const { busy, run } = useCall("Failed to load earlier entries.");
  const anchor = useRef<Anchor | null>(null);
  const before = doubt.earlier?.before;
  useLayoutEffect(() => {
    const kept = anchor.current;
    anchor.current = null;
    if (kept === null) return;
    if (list.current) stay(kept, list.current);
    // The button is gone, so the focus moves to the first of the loaded entries.
    const first = list.current?.children[1];
    if (before === undefined && kept.hadFocus && first instanceof HTMLElement) {
      first.tabIndex = -1;
      first.focus({ preventScroll: true });
    }
  }, [before, list]);
  async function load() {
    const page = await fetchEarlier(doubt);
    const [, button, entry] = list.current?.children ?? [];
    if (entry) {
      const { top } = entry.getBoundingClientRect();
      anchor.current = { entry, top, hadFocus: !!button?.contains(document.activeElement) };
    }
    storeEarlier(doubt._id, page);
  }
  if (doubt.earlier === undefined) return null;
  return (
    <li className="text-center">
      <Button busy={busy} onClick={() => run(load)}>
        {busy ? "Loading earlier entries…" : `Show earlier entries (${doubt.earlier.count})`}
      </Button>
    </li>
  );
}

/**
 * Keeps the entry at its position on the screen while the content above it grows. The browser's own
 * scroll anchoring is off meanwhile, because both together would correct twice.
 */
function stay({ entry, top }: Anchor, list: HTMLElement): void {
  const scroller = scrollerOf(entry);
  const correct = () => {
    const by = entry.getBoundingClientRect().top - top;
    if (by !== 0) scroller.scrollBy({ top: by, behavior: "instant" });
  };
  // It runs after layout and before paint, so that no wrong position is shown.
  const watcher = new ResizeObserver(correct);
  const ended = new AbortController();
  const end = () => {
    watcher.disconnect();
    ended.abort();
    clearTimeout(timer);
    list.style.overflowAnchor = "";
  };
  const timer = setTimeout(end, HELD_MS);
  const options = { signal: ended.signal, capture: true, passive: true };
  for (const type of ENDS) addEventListener(type, end, options);
  list.style.overflowAnchor = "none";
  correct();
  watcher.observe(list);
}

function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(overflowY)) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}
