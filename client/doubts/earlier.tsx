/** The way to the earlier entries of a long thread: they come above what one reads. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Doubt } from "../../server/doubts/schema.ts";
import { isAbort, sentence } from "../kit/api.ts";
import { toast } from "../kit/toast.tsx";
import { fetchEarlier, keepEarlier } from "./actions.ts";

/** Frames in which what comes above gets its real height. */
const FRAMES = 5;

interface Held {
  /** The entry below the button, and where on the screen it is. */
  entry: Element;
  top: number;
  hadFocus: boolean;
}

interface EarlierProps {
  doubt: Doubt;
  /** What holds the entries: the first, this button, and the others. */
  list: RefObject<HTMLOListElement | null>;
}

/** It stays, with nothing to show, when all entries are there: so it can hand the focus on. */
export default function Earlier({ doubt, list }: EarlierProps) {
  const [busy, setBusy] = useState(false);
  const held = useRef<Held | null>(null);
  const before = doubt.earlier?.before;
  useLayoutEffect(() => {
    const kept = held.current;
    held.current = null;
    if (kept === null) return;
    stay(kept);
    // The button has gone: one goes on with the first of what has come.
    const first = list.current?.children[1];
    if (before === undefined && kept.hadFocus && first instanceof HTMLElement) {
      first.tabIndex = -1;
      first.focus({ preventScroll: true });
    }
  }, [before, list]);
  async function load() {
    if (busy) return;
    setBusy(true);
    try {
      const page = await fetchEarlier(doubt);
      const [, button, entry] = list.current?.children ?? [];
      if (entry) {
        const { top } = entry.getBoundingClientRect();
        held.current = { entry, top, hadFocus: !!button?.contains(document.activeElement) };
      }
      keepEarlier(doubt._id, page);
    } catch (error) {
      if (!isAbort(error)) toast.error(sentence(error, "Failed to load earlier entries."));
    } finally {
      setBusy(false);
    }
  }
  if (doubt.earlier === undefined) return null;
  return (
    <li className="text-center">
      <button type="button" className="btn" aria-disabled={busy} onClick={() => void load()}>
        {busy ? "Loading earlier entries…" : `Show earlier entries (${doubt.earlier.count})`}
      </button>
    </li>
  );
}

/** Keeps it where it is on the screen while what is above it grows. */
function stay({ entry, top }: Held, frames = FRAMES): void {
  const by = entry.getBoundingClientRect().top - top;
  if (by !== 0) scrollerOf(entry).scrollBy({ top: by, behavior: "instant" });
  if (frames > 0) requestAnimationFrame(() => stay({ entry, top, hadFocus: false }, frames - 1));
}

function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(overflowY)) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}
