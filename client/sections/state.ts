/** The sections of the class, by name; null until they are fetched. */
import type { Section } from "../../server/sections/schema.ts";
import { type LiveList, liveList } from "../kit/data/live-list.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const sectionsAtom = perUserAtom<LiveList<Section> | null>(null);

export const sections = liveList({
  atom: sectionsAtom,
  order: (one, other) => one.name.localeCompare(other.name, "en-IN"),
  rows: { "section.changed": (one) => "removed" in one ? null : one },
});
