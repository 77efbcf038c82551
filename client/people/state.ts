/** State of people, for staff: all accounts for admins, and the students for all staff. */
import type { Account, PersonHere, Student } from "../../server/people/schema.ts";
import { type LiveList, liveList } from "../kit/data/live-list.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

function byName(a: Account, b: Account): number {
  return a.name.localeCompare(b.name, "en-IN") || (a._id < b._id ? -1 : 1);
}

/** An event does not say when they signed in last, nor their sections. */
function withKnown(account: Account, { items }: LiveList<Account>): Account {
  const before = items.find(({ _id }) => _id === account._id);
  const signedIn = before?.signedInAt && { signedInAt: before.signedInAt };
  return { ...signedIn, ...before?.sections && { sections: before.sections }, ...account };
}

export const accountsAtom = perUserAtom<LiveList<Account> | null>(null);

export const accounts = liveList({
  atom: accountsAtom,
  order: byName,
  rows: {
    "user.changed": (change, list: LiveList<Account>) =>
      "removed" in change ? null : withKnown(change, list),
  },
  // An import changes too many accounts for an event each.
  stale: ["roster.changed", "section.changed"],
});

interface KnownStudents extends Freshness {
  items: readonly Student[];
  fetchedAt: number;
}
export const studentsAtom = perUserAtom<KnownStudents | null>(null);

/** The class's statistics mark the list as stale: a student may have joined. */
export const students = liveQuery({ atom: studentsAtom, stale: ["stats.changed"] });

/** Who is here now, as it was fetched; null until then. */
export const hereAtom = perUserAtom<{ people: readonly PersonHere[]; fetchedAt: number } | null>(
  null,
);
