/** The ended terms, newest first, and what one of them has in its archive; null until fetched. */
import type { ItemKind, Term, TermItem } from "../../server/terms/schema.ts";
import { type Fetched, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type KnownTerms = Fetched & { items: readonly Term[] };

export const termsAtom = perUserAtom<KnownTerms | null>(null);

export const terms = liveQuery({
  atom: termsAtom,
  reduce: {
    "term.changed": (known: KnownTerms, { seq: _, ...term }) => {
      const others = known.items.filter(({ _id }) => _id !== term._id);
      const items = term.state === "undone" ? others : [term, ...others];
      return { ...known, items: items.sort((a, b) => a.endedAt < b.endedAt ? 1 : -1) };
    },
  },
});

export interface ItemsFilter {
  id: string;
  kind: ItemKind;
  search: string | undefined;
}

/** The pages that are loaded. */
export interface KnownItems {
  filter: ItemsFilter;
  items: readonly TermItem[];
  pages: number;
  hasMore: boolean;
}

export const itemsAtom = perUserAtom<KnownItems | null>(null);
