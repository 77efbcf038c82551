/** The imports of the last day, newest first; null until they are fetched. */
import type { RosterImport } from "../../../server/people/roster/schema.ts";
import { asRow, type LiveList, liveList } from "../../kit/data/live-list.ts";
import { perUserAtom } from "../../kit/net/session.ts";

export const importsAtom = perUserAtom<LiveList<RosterImport> | null>(null);

export const imports = liveList({
  atom: importsAtom,
  order: (a, b) => a.at < b.at ? 1 : -1,
  rows: { "roster.changed": asRow },
});
