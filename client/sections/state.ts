/** The sections of the class, by name; null until they are fetched. */
import type { Section } from "../../server/sections/schema.ts";
import { type Fetched, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type KnownSections = Fetched & { items: readonly Section[] };

export const sectionsAtom = perUserAtom<KnownSections | null>(null);

const byName = (one: Section, other: Section) => one.name.localeCompare(other.name, "en-IN");

export const sections = liveQuery({
  atom: sectionsAtom,
  reduce: {
    "section.changed": (known: KnownSections, { seq: _, ...one }) => {
      const others = known.items.filter(({ _id }) => _id !== one._id);
      return { ...known, items: "removed" in one ? others : [...others, one].sort(byName) };
    },
  },
});
