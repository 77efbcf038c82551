/** Who of the staff has which item open. `kit/triage/item-reader.ts` tells the server one's own. */
import { perUserAtom } from "../net/session.ts";
import { store } from "../net/store.ts";

export interface ReaderOf {
  item: string;
  by: { _id: string; name: string };
  isWriting: boolean;
}

/** Who reads what: for each item, the person who opened it first comes first. */
export const readersAtom = perUserAtom<readonly ReaderOf[]>([]);

export const storeReaders = ({ readers }: { readers: readonly ReaderOf[] }): void =>
  store.set(readersAtom, readers);
