/** Items that this person may no longer see: by id, the position in the log of their hiding. */

export type HiddenItems = Readonly<Record<string, number>>;

export function hideSince(hidden: HiddenItems, id: string, seq: number): HiddenItems {
  return { ...hidden, [id]: Math.max(seq, hidden[id] ?? 0) };
}

/** The item became visible again at `seq`. */
export function showAgain(hidden: HiddenItems, id: string, seq: number): HiddenItems {
  const { [id]: since, ...others } = hidden;
  return since !== undefined && since < seq ? others : hidden;
}

/**
 * Whether data about an item must not be shown.
 * @param seq how fresh the data is: a reply to a request that was sent before the item was hidden
 *   shows nothing, and a later reply shows that it is visible again
 */
export const isHiddenAt = (hidden: HiddenItems, id: string, seq = 0): boolean =>
  (hidden[id] ?? -1) >= seq;
