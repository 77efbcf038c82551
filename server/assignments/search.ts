/** Finds the assignments that match the filter of another list. */
import { sql } from "drizzle-orm";
import { at, buildOnce, type Reader } from "../kit/db/database.ts";
import { limitTo, recently } from "../kit/db/search.ts";
import { HEAD } from "../live/tables.ts";

const [MANY, FEW, FEWEST] = [400, 150, 8];
/**
 * Filters that matched more than `MANY` assignments in the last minute. They are not counted again.
 * This affects only the query plan, not the result.
 */
const meantMost = recently();

/** The part of another list's filter that applies to assignments. */
export type Means = { tags?: string[]; difficulty?: string; title?: string };
export const usedFilters = ({ tags, difficulty, title }: Means) => ({
  byTag: tags !== undefined,
  byDifficulty: difficulty !== undefined,
  byTitle: title !== undefined,
});
/**
 * How many assignments match; it decides how a list or a search reads its rows. For `few` and
 * `fewest`, a list reads each assignment's rows separately; for `fewest`, a search checks all of
 * their rows.
 */
export type Among = "all" | "most" | "many" | "few" | "fewest";

/**
 * Returns the ids of the matching assignments, and the end of the event log at that time. If too
 * many match, there are no ids.
 */
export async function matchingAssignments(
  db: Reader,
  means: Means,
): Promise<{ among: Among | "none"; named?: string[]; asOf?: string | null }> {
  const ways = usedFilters(means);
  if (!Object.values(ways).includes(true)) return { among: "all" };
  const filter = JSON.stringify(means);
  if (meantMost.has(db, filter)) return { among: "most" };
  const statement = buildOnce(db, `named ${JSON.stringify(ways)}`, () => {
    const ids = sql<string[] | null>`array_agg(id)`;
    const found = sql`(${meant(ways)} ${limitTo(MANY + 1)}) as found`;
    return db.select({ ids, asOf: HEAD }).from(found).prepare("named");
  });
  const [found] = await statement.execute(means);
  if (!found?.ids) return { among: "none" };
  const { ids: named, asOf } = found;
  if (named.length > MANY) {
    meantMost.add(db, filter);
    return { among: "most" };
  }
  const among = named.length > FEW ? "many" : named.length > FEWEST ? "few" : "fewest";
  return { among, named, asOf };
}

/** Selects the ids of matching assignments; `which` is an additional condition. */
export function meant(
  { byTag, byDifficulty, byTitle }: ReturnType<typeof usedFilters>,
  which = sql`true`,
) {
  const all = [
    which,
    ...(byTag ? [sql`a.distribution_tag = any(${at("tags")}::text[])`] : []),
    ...(byDifficulty ? [sql`a.difficulty = ${at("difficulty")}`] : []),
    ...(byTitle ? [sql`a.title ilike ${at("title")}`] : []),
  ];
  return sql`select a.id from assignments as a where ${sql.join(all, sql` and `)}`;
}
