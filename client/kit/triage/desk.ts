/** The open item of a queue, and the steps to the next one. */
import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { isTyping } from "../forms/type-ahead.ts";
import type { FrozenList, FrozenRow } from "../lists/frozen-list.ts";
import { withParts } from "../lists/url-filter.tsx";
import { useIsWide } from "../layout/media.ts";

/** The open item's key is in the address, so a reload and the back button keep the place. */
const ITEM = "item";

export type Desk = ReturnType<typeof useTriage>;

/** The view leads to another item only so long after the user has reserved one, in ms. */
const LED_FOR = 3000;

/** Keeps the open item in the address. On a wide screen, the first free item opens by itself. */
export function useTriage<T>(
  still: FrozenList<T>,
  isFree: (item: T) => boolean,
) {
  const { rows } = still;
  /** The key of the item that the view has opened by itself; null after a choice of the user. */
  const openedByView = useRef<string | null>(null);
  const [query, setQuery] = useSearchParams();
  const isWide = useIsWide();
  const linkedKey = query.get(ITEM);
  const isUndecided = linkedKey === null && isWide;
  const first = isUndecided ? rows.find(({ item, isGone }) => !isGone && isFree(item)) : undefined;
  const open = linkedKey ?? first?.key ?? null;
  const at = rows.findIndex(({ key }) => key === open);
  const show = (key: string | null) =>
    setQuery((now) => withParts(now, { [ITEM]: key ?? "" }), {
      // On a phone, the back button leads from the item to the queue.
      replace: isWide || linkedKey !== null,
    });
  useEffect(() => {
    // Keep this item open, even if another item becomes the first.
    if (linkedKey !== null || open === null) return;
    openedByView.current = open;
    show(open);
  });
  // Nobody works on a row that could move, and a new item may be free.
  const isLate = isUndecided && first === undefined &&
    (still.fresh > 0 || rows.length > 0 && rows.every(({ isGone }) => isGone));
  useEffect(() => {
    if (isLate) still.refresh();
  }, [isLate, still]);
  const rowBy = (by: 1 | -1) => {
    let to = at + by;
    // Skip the rows that others have finished.
    while (rows[to]?.isGone) to += by;
    return rows[to];
  };
  return {
    /** The key of the open item; null when none is open. */
    open,
    /** The open item's index in the queue; -1 when the queue does not contain it. */
    at,
    openedByView,
    show: (key: string | null) => {
      openedByView.current = null;
      show(key);
    },
    /** Opens the next waiting row, or the one before. */
    step: (by: 1 | -1) => {
      const next = rowBy(by);
      openedByView.current = null;
      if (next !== undefined) show(next.key);
    },
    mayStep: (by: 1 | -1) => rowBy(by) !== undefined,
  };
}

/**
 * Opens the next free item after a decision, and updates the rows of the queue. If others work on
 * all that is left, none is open: two people would answer the same item.
 * @param isFree whether no other person is working on an item
 */
export function openNext<T>(desk: Desk, still: FrozenList<T>, isFree: (item: T) => boolean): void {
  const next = roundOf(desk, still).find(({ item }) => isFree(item));
  still.refresh(desk.open ?? undefined);
  desk.show(next?.key ?? null);
  desk.openedByView.current = next?.key ?? null;
}

function roundOf<T>(desk: Desk, { rows }: Pick<FrozenList<T>, "rows">): FrozenRow<T>[] {
  return [...rows.slice(desk.at + 1), ...rows.slice(0, Math.max(0, desk.at))]
    .filter(({ isGone }) => !isGone);
}

/**
 * Leads on to a free item, or to none, when the view has just opened an item that others have claimed,
 * or had open before: several views may open the same item at the same moment. Each skips as many free
 * items as it has others before it, so that they part at once. A user who has begun to type stays: the
 * next letters would be taken for shortcuts.
 * @param before how many others have the open item and come first
 * @param isReserved whether the server knows that the user has it open: on a slow network, the others
 *   and their claims are known only then
 * @param isBegun whether an answer to the item was begun, at the moment of the call: a saved reply may
 *   have been inserted since the last render
 */
export function useLeadOn<T>(
  desk: Desk,
  still: FrozenList<T>,
  { before, isReserved, isBegun, isFree }: {
    before: number;
    isReserved: boolean;
    isBegun: (key: string) => boolean;
    isFree: (item: T) => boolean;
  },
): void {
  const { open, openedByView } = desk;
  const reserved = useRef({ key: open, at: Infinity });
  useEffect(() => {
    if (reserved.current.key !== open) reserved.current = { key: open, at: Infinity };
    if (isReserved) reserved.current.at = Math.min(reserved.current.at, Date.now());
    if (before === 0 || open === null || openedByView.current !== open) return;
    if (Date.now() - reserved.current.at > LED_FOR || isTyping() || isBegun(open)) return;
    const free = roundOf(desk, still).filter(({ item }) => isFree(item));
    const next = free[before - 1] ?? free.at(-1);
    desk.show(next?.key ?? null);
    openedByView.current = next?.key ?? null;
  }, [open, before, isReserved]);
}
