/** The entries of a thread that are known here: the first, and the newest without a gap. */
import type { Earlier, Entry, EntryPage } from "../../server/doubts/schema.ts";

export interface Entries {
  conversation: Entry[];
  /** How many stand between the first and the others; absent when all are known. */
  earlier?: Earlier;
}

/** One that was told without a place was told as the newest. */
const placeOf = ({ place = Infinity }: Entry): number => place;

const byPlace = (a: Entry, b: Entry): number =>
  placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b);

/** How many entries the thread has, as far as is known. */
export const countOf = ({ conversation, earlier }: Entries): number =>
  conversation.length + (earlier?.count ?? 0);

/** With one that was told: where it belongs, once. */
export function withEntry({ conversation, earlier }: Entries, entry: Entry): Entry[] {
  const isKnown = conversation.some(({ _id }) => _id === entry._id);
  const isEarlier = earlier !== undefined && placeOf(entry) < earlier.before;
  return isKnown || isEarlier ? conversation : [...conversation, entry].sort(byPlace);
}

/** What was fetched with what was known: entries never change, and none is lost but to a gap. */
export function joined(fetched: Entries, known: readonly Entry[]): Entries {
  const ids = new Set(fetched.conversation.map(({ _id }) => _id));
  const all = [...fetched.conversation, ...known.filter(({ _id }) => !ids.has(_id))].sort(byPlace);
  const places = new Set(all.map(placeOf));
  let before = fetched.earlier?.before ?? 2;
  while (before > 2 && places.has(before - 1)) before -= 1;
  return {
    conversation: all.filter((entry) => placeOf(entry) === 1 || placeOf(entry) >= before),
    ...(before > 2 && { earlier: { count: before - 2, before } }),
  };
}

/** With a page of earlier ones, unless it does not join any more. */
export function withEarlier(known: Entries, page: EntryPage): Entries {
  const last = page.entries.at(-1);
  if (known.earlier === undefined || last?.place !== known.earlier.before - 1) return known;
  return joined(known, page.entries);
}
