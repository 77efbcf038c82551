/**
 * Full text search whose cost does not grow with the table. Each row lies in three spans of time: a
 * day, eight days, sixty-four. A search goes back span by span, by day first; where days had few of
 * a word, longer spans have not many. So a common word is found without reading all that was ever
 * written, and a rare one in a few looks into an index on spans and words.
 */
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Reader } from "./database.ts";

/** Spans are told apart by where their numbers begin. */
const EIGHT_DAYS = sql.raw("1000000");
const SIXTY_FOUR_DAYS = sql.raw("2000000");

/** Days since 1970 in UTC; immutable, so that a column can be made of it. */
const dayOf = (time: SQL): SQL =>
  sql`floor(extract(epoch from ${time} at time zone 'UTC') / 86400)::integer`;

/** The spans in which a time lies, as an array. */
export function spansOf(time: SQL): SQL {
  const day = dayOf(time);
  return sql`array[${day}, ${EIGHT_DAYS} + ${day} / 8, ${SIXTY_FOUR_DAYS} + ${day} / 64]`;
}

/** Selects the spans from the newest row back to the oldest, or to `since`, without a gap. */
export function spansBack(
  { from, time, since }: { from: SQL; time: SQL; since: Placeholder | undefined },
): SQL {
  const oldest = since ? sql`greatest(min(${time}), ${since})` : sql`min(${time})`;
  return sql`select spans.span from (
      select ${dayOf(sql`max(${time})`)}, ${dayOf(oldest)} from ${from}
    ) as ends(newest, oldest)
    cross join lateral (
      select day from generate_series(newest, (newest - 1) / 8 * 8, -1) as day
      union all
      select ${EIGHT_DAYS} + span
      from generate_series((newest - 1) / 8 - 1, ((newest - 1) / 8 - 2) / 8 * 8, -1) as span
      union all
      select ${SIXTY_FOUR_DAYS} + span
      from generate_series(((newest - 1) / 8 - 2) / 8 - 1, oldest / 64, -1) as span
    ) as spans(span)`;
}

/** The words of a text, as the search knows them. */
export const wordsOf = (text: string | Placeholder) => sql`to_tsvector('class_english', ${text})`;

/** What a search looks for. Words like "the" do not count, unless it has no others, like "while". */
export const wanted = (text: Placeholder): SQL =>
  sql`(select case when numnode(telling) > 0 then telling
      else websearch_to_tsquery('class_english', ${text}) end
    from websearch_to_tsquery('english', ${text}) as telling)`;

/** Of a text that others are compared with, so many different words count: the longest. */
const WORDS_MOST = 32;

/** Any of a text's words counts, and several together more than one. */
export const anyWordOf = (text: Placeholder): SQL =>
  sql`(select replace(
      array_to_tsvector((array_agg(lexeme order by length(lexeme) desc, lexeme))[1:${
    sql.raw(String(WORDS_MOST))
  }])::text,
      ' ', ' | ')::tsquery
    from unnest(to_tsvector('english', ${text})))`;

/** A text is compared by its beginning: as long as what it is compared with may be. */
export const COMPARED = 2000;
export const comparedWordsOf = (text: SQL) =>
  sql`to_tsvector('class_english', left(${text}, ${sql.raw(String(COMPARED))}))`;

/** Written into the statement: the planner takes a number that it does not know for a large one. */
export const most = (rows: number): SQL => sql.raw(`limit ${rows}`);

/** How far to walk for so many rows: in few steps, so that there are few statements. */
export const depthFor = (rows: number): number =>
  rows <= 20 ? 20 : 10 ** Math.ceil(Math.log10(rows));

/** A filter by part of a name that means so many at most is walked one by one. */
const FEW = 200;

/** What a text filter means: by their ids when they are few, otherwise those that match. */
export type Meant = { few: string[]; many?: undefined } | { few?: undefined; many: Matching };
export type Matching = {
  /** A row's reference to them. */
  id: SQL;
  /** Selects the ids of those that match. */
  matching: SQL;
  /** The same of one row: looked up for the rows that are walked past. */
  matches: SQL;
};

export async function meant(db: Reader, many: Matching): Promise<Meant> {
  const [found] = await db.execute<{ count: number; few: string[] | null }>(sql`
    select count(*)::integer as count, (array_agg(id))[1:${FEW}] as few
    from (${many.matching} limit ${FEW + 1}) as found`);
  const { count = 0, few } = found ?? {};
  return count <= FEW ? { few: few ?? [] } : { many };
}

/** "is true": from a hash. A join, or an index, would tempt the planner to bring all, only to sort. */
export const isIn = ({ id, matching }: Matching) => sql`(${id} in (${matching})) is true`;

const REMEMBERED = { ms: 60_000, most: 1000 };

/** What was so within the last minute, by database: it may decide a way, and never a reply. */
export function lately() {
  const ends = new WeakMap<Reader, Map<string, number>>();
  return {
    has: (db: Reader, what: string) => (ends.get(db)?.get(what) ?? 0) > performance.now(),
    add(db: Reader, what: string) {
      const known = ends.get(db) ?? new Map<string, number>();
      if (known.size >= REMEMBERED.most) known.clear();
      ends.set(db, known.set(what, performance.now() + REMEMBERED.ms));
    },
  };
}
