/**
 * Which member of the staff has which item of a queue open. `kit/triage/reading.ts` tells the server
 * what this user has open.
 */
import { perUserAtom } from "../net/session.ts";
import { store } from "../net/store.ts";

/** A person who has an item open. */
export interface ReaderOf {
  item: string;
  by: { _id: string; name: string };
  isWriting: boolean;
}

/** Who reads what: for each item, the person who opened it first comes first. */
export const readersAtom = perUserAtom<readonly ReaderOf[]>([]);

/** Handles the message that names all readers. */
export const storeReaders = ({ readers }: { readers: readonly ReaderOf[] }): void =>
  store.set(readersAtom, readers);
