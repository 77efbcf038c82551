/** The loaded entries of a thread: the first one, and the newest ones without a gap. */
import type { Earlier, Entry, EntryPage, MendedEvent } from "../../server/doubts/schema.ts";

export interface Entries {
  conversation: Entry[];
  /** The entries between the first and the others that are not loaded, if there are any. */
  earlier?: Earlier;
}

/** Returns an entry's place. An entry that was pushed without a place is the newest. */
const placeOf = ({ place = Infinity }: Entry): number => place;

const byPlace = (a: Entry, b: Entry): number =>
  placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b);

/** Returns how many entries the thread has, as far as is known. */
export const countOf = ({ conversation, earlier }: Entries): number =>
  conversation.length + (earlier?.count ?? 0);

/** Returns the entries with a pushed one at its place. An entry in the gap is not added. */
export function insertEntry({ conversation, earlier }: Entries, entry: Entry): Entry[] {
  const isKnown = conversation.some(({ _id }) => _id === entry._id);
  const isEarlier = earlier !== undefined && placeOf(entry) < earlier.before;
  return isKnown || isEarlier ? conversation : [...conversation, entry].sort(byPlace);
}

/** Returns the entries with what the owner says about one: whether it helped. */
export const withHelped = (
  conversation: readonly Entry[],
  { entryId, helped }: { entryId: string; helped: boolean | null },
): Entry[] =>
  conversation.map((entry) => {
    if (entry._id !== entryId) return entry;
    const { helped: _, ...rest } = entry;
    return helped === null ? rest : { ...rest, helped };
  });

/** Returns the entries after an author has edited one, or has taken it back (`text` is null). */
export const mended = (
  conversation: readonly Entry[],
  { entryId, text }: Pick<MendedEvent, "entryId" | "text">,
): Entry[] =>
  conversation.flatMap((entry) =>
    entry._id !== entryId ? entry : text === null ? [] : { ...entry, ...text }
  );

/** The entries in the form of fresher known ones. Pushed ones get the text as written. */
export function inKnownForm(conversation: readonly Entry[], known: readonly Entry[]): Entry[] {
  const forms = new Map(known.map((entry) => [entry._id, entry]));
  return conversation.map((entry) => {
    const { message = entry.message, ...form } = forms.get(entry._id) ?? entry;
    return message === undefined ? form : { ...form, message };
  });
}

/** Returns older entries without those that are gone: a fresher thread lacks them outside its gap. */
export function withoutGone(
  older: readonly Entry[],
  { conversation, earlier }: Entries,
): readonly Entry[] {
  const ids = new Set(conversation.map(({ _id }) => _id));
  const isInGap = (entry: Entry) => earlier !== undefined && placeOf(entry) < earlier.before;
  return older.filter((entry) => ids.has(entry._id) || isInGap(entry));
}

/** Merges fetched and known entries; known ones before a gap are dropped. */
export function mergeEntries(fetched: Entries, known: readonly Entry[]): Entries {
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

/** Adds a page of earlier entries, unless it is no longer adjacent to the known ones. */
export function withEarlier(known: Entries, page: EntryPage): Entries {
  const last = page.entries.at(-1);
  if (known.earlier === undefined || last?.place !== known.earlier.before - 1) return known;
  return mergeEntries(known, page.entries);
}
