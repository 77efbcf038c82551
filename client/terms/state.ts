/** The ended terms, newest first, and what one of them has in its archive; null until fetched. */
import type { ItemKind, Term, TermItem } from "../../server/terms/schema.ts";
import { type LiveList, liveList } from "../kit/data/live-list.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const termsAtom = perUserAtom<LiveList<Term> | null>(null);

export const terms = liveList({
  atom: termsAtom,
  order: (a, b) => a.endedAt < b.endedAt ? 1 : -1,
  rows: { "term.changed": (term) => "removed" in term ? null : term },
});

export interface ItemsFilter {
  id: string;
  kind: ItemKind;
  search: string | undefined;
}

interface KnownItems {
  filter: ItemsFilter;
  items: readonly TermItem[];
  pages: number;
  hasMore: boolean;
}

export const itemsAtom = perUserAtom<KnownItems | null>(null);
