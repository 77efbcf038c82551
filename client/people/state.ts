/** State of people, for staff: all accounts for admins, and the students for all staff. */
import type { Account, PersonHere, Student } from "../../server/people/schema.ts";
import { type Fetched, liveQuery, markStale } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

/** A whole list, ordered by name. */
export interface Known<T> extends Fetched {
  items: readonly T[];
}

function byName(a: Account, b: Account): number {
  return a.name.localeCompare(b.name, "en-IN") || (a._id < b._id ? -1 : 1);
}

function keepAccount(known: Known<Account>, account: Account): Known<Account> {
  const before = known.items.find(({ _id }) => _id === account._id);
  if (before !== undefined && before.version > account.version) return known;
  const others = known.items.filter((one) => one !== before);
  // An event does not say when they signed in last, nor their sections.
  const signedIn = before?.signedInAt && { signedInAt: before.signedInAt };
  const placed = before?.sections && { sections: before.sections };
  return { ...known, items: [...others, { ...signedIn, ...placed, ...account }].sort(byName) };
}

export const dropAccount = (known: Known<Account>, id: string): Known<Account> => ({
  ...known,
  items: known.items.filter(({ _id }) => _id !== id),
});

export const accountsAtom = perUserAtom<Known<Account> | null>(null);

export const accounts = liveQuery({
  atom: accountsAtom,
  reduce: {
    "user.changed": (known, { seq: _, ...change }) =>
      "removed" in change ? dropAccount(known, change._id) : keepAccount(known, change),
    // An import changes too many accounts for an event each.
    "roster.changed": markStale,
    "section.changed": markStale,
  },
});

export interface KnownStudents extends Known<Student> {
  fetchedAt: number;
}
export const studentsAtom = perUserAtom<KnownStudents | null>(null);

/**
 * A change of the class's statistics marks the list as stale, because a student may have joined.
 */
export const students = liveQuery({ atom: studentsAtom, reduce: { "stats.changed": markStale } });

/** Who is here now, as it was fetched; null until then. */
export const hereAtom = perUserAtom<{ people: readonly PersonHere[]; fetchedAt: number } | null>(
  null,
);
