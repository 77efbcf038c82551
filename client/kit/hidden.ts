/** What was shown and may not be any more, by id, and since which place in the log. */

export type Hidden = Readonly<Record<string, number>>;

export function hideSince(hidden: Hidden, id: string, seq: number): Hidden {
  return { ...hidden, [id]: Math.max(seq, hidden[id] ?? 0) };
}

/** Opened again at `seq`. */
export function showAgain(hidden: Hidden, id: string, seq: number): Hidden {
  const { [id]: since, ...others } = hidden;
  return since !== undefined && since < seq ? others : hidden;
}

/**
 * @param seq how fresh that is which could be shown: a reply that was under way when it was hidden
 * shows nothing, and one from later shows that it was opened again
 */
export const isHiddenAt = (hidden: Hidden, id: string, seq = 0): boolean =>
  (hidden[id] ?? -1) >= seq;
