/** What staff hold of people: every account for admins, the students for everybody on the staff. */
import { atom } from "jotai/vanilla";
import type { Account, Student } from "../../server/people/schema.ts";
import type { Pushes } from "../../server/live/events.ts";
import { personal } from "../kit/session.ts";

/** A whole list in the order of names, and how fresh it is. */
export interface Known<T> {
  items: readonly T[];
  seq: number;
}

function byName(a: Account, b: Account): number {
  return a.name.localeCompare(b.name, "en-IN") || (a._id < b._id ? -1 : 1);
}

export function keepAccount(known: Known<Account>, account: Account): Known<Account> {
  const before = known.items.find(({ _id }) => _id === account._id);
  if (before !== undefined && before.version > account.version) return known;
  const others = known.items.filter((one) => one !== before);
  return { ...known, items: [...others, account].sort(byName) };
}

export const dropAccount = (known: Known<Account>, id: string): Known<Account> => ({
  ...known,
  items: known.items.filter(({ _id }) => _id !== id),
});

export type AccountPush = Pushes["user.changed"];

export function keepAccountChange(known: Known<Account>, data: AccountPush): Known<Account> {
  if (data.seq <= known.seq) return known;
  const { seq, ...change } = data;
  const current = { ...known, seq };
  return "removed" in change ? dropAccount(current, change._id) : keepAccount(current, change);
}

export const accountsAtom = personal<Known<Account> | null>(null);

export interface KnownStudents extends Known<Student> {
  fetchedAt: number;
  /** The position of the last change of the class's figures: perhaps somebody has joined. */
  movedAt: number;
}
export const studentsAtom = personal<KnownStudents | null>(null);

export const keepAccountPush = atom(null, (_get, set, data: AccountPush) => {
  set(accountsAtom, (known) => known && keepAccountChange(known, data));
});

export const keepStudentsMoved = atom(null, (_get, set, seq: number) => {
  set(studentsAtom, (known) => known && { ...known, movedAt: seq });
});
