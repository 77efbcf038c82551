/** The imports of the last day, newest first; null until they are fetched. */
import type { RosterImport } from "../../../server/people/roster/schema.ts";
import { type Fetched, liveQuery } from "../../kit/data/live-query.ts";
import { perUserAtom } from "../../kit/net/session.ts";

export type KnownImports = Fetched & { items: readonly RosterImport[] };

export const importsAtom = perUserAtom<KnownImports | null>(null);

export const imports = liveQuery({
  atom: importsAtom,
  reduce: {
    "roster.changed": (known: KnownImports, { seq: _, ...one }) => ({
      ...known,
      items: [one, ...known.items.filter(({ _id }) => _id !== one._id)]
        .sort((a, b) => a.at < b.at ? 1 : -1),
    }),
  },
});
