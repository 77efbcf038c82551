/**
 * Full-text search whose cost does not grow with the table. Each row belongs to three spans of
 * time: of one day, eight days, sixty-four days. A search goes back span by span, starting with
 * days. If some days had few matches, the search continues with longer spans. So a common word is
 * found without reading all rows, and a rare one with a few lookups in an index on spans and words.
 */
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Reader } from "./database.ts";

/** The numbers of the three kinds of spans start at different offsets. */
const EIGHT_DAYS = sql.raw("1000000");
const SIXTY_FOUR_DAYS = sql.raw("2000000");

/** Days since 1970 in UTC. Immutable, so that a generated column can use it. */
const dayOf = (time: SQL): SQL =>
  sql`floor(extract(epoch from ${time} at time zone 'UTC') / 86400)::integer`;

/** The spans of a time, as an array. */
export function spansOf(time: SQL): SQL {
  const day = dayOf(time);
  return sql`array[${day}, ${EIGHT_DAYS} + ${day} / 8, ${SIXTY_FOUR_DAYS} + ${day} / 64]`;
}

/** Selects the spans from the newest row back to the oldest, or to `since`, without gaps. */
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

/**
 * A text of which PostgreSQL finds the words. It would skip `<iostream>` as a tag, and take `v.size`
 * for a host and `bits/stdc++.h` for a file, which are found only as a whole.
 */
const apart = (text: string | Placeholder | SQL): SQL => sql`translate(${text}, '<>./&', '     ')`;

/** The words of a text, as the search stores them. */
export const wordsOf = (text: string | Placeholder | SQL) =>
  sql`to_tsvector('class_english', ${apart(text)})`;

/**
 * The query for a search text. Words like "the" do not count, unless the text has no others, like
 * "while".
 */
export const searchQuery = (text: Placeholder | string): SQL =>
  sql`(select case when numnode(telling) > 0 then telling
      else websearch_to_tsquery('class_english', ${apart(text)}) end
    from websearch_to_tsquery('english', ${apart(text)}) as telling)`;

/** When texts are compared, this many different words of the text count: the longest ones. */
const WORDS_MOST = 32;

/** Any of the text's words counts, and several together count more. */
export const anyWordOf = (text: Placeholder | SQL): SQL =>
  sql`(select replace(
      array_to_tsvector((array_agg(lexeme order by length(lexeme) desc, lexeme))[1:${
    sql.raw(String(WORDS_MOST))
  }])::text,
      ' ', ' | ')::tsquery
    from unnest(to_tsvector('english', ${apart(text)})))`;

/**
 * The characters of a text's beginning that are compared. The texts that it is compared with may be
 * as long as this.
 */
export const COMPARED = 2000;
export const comparedWordsOf = (text: SQL) =>
  wordsOf(sql`left(${text}, ${sql.raw(String(COMPARED))})`);

/** Written into the statement, because the planner assumes that an unknown parameter is large. */
export const limitTo = (rows: number): SQL => sql.raw(`limit ${rows}`);

/** The steps of a walk for so many rows: few steps, so that there are few statements. */
export const depthFor = (rows: number): number =>
  rows <= 20 ? 20 : 10 ** Math.ceil(Math.log10(rows));

/**
 * Selects a page of rows that are in order. PostgreSQL assumes that a limit returns a tenth of all
 * rows if it is a parameter. Its reusable plan would look expensive, and it would plan each call
 * anew: 5 ms for a list that joins nine tables. So the statement itself has an inner limit, which
 * takes few values.
 * @param most `depthFor` of the limit
 */
export const pageOf = (
  rows: SQL,
  { offset, limit, most }: {
    offset: number | Placeholder;
    limit: number | Placeholder;
    most: number;
  },
): SQL =>
  sql`select * from (${rows} offset ${offset} ${limitTo(most)}) as page_rows limit ${limit}`;

/** A filter by part of a name that matches at most this many is evaluated one by one. */
const FEW = 200;

/** The matches of a text filter: their ids when they are few, otherwise a condition. */
export type TextFilterMatches = { few: string[]; many?: undefined } | {
  few?: undefined;
  many: Matching;
};
export type Matching = {
  /** The column that refers to them. */
  id: SQL;
  /** Selects the ids of the matches. */
  matching: SQL;
  /** The same condition for one row, which is checked for each row of the walk. */
  matches: SQL;
};

export async function matchingIds(db: Reader, many: Matching): Promise<TextFilterMatches> {
  const [found] = await db.execute<{ count: number; few: string[] | null }>(sql`
    select count(*)::integer as count, (array_agg(id))[1:${FEW}] as few
    from (${many.matching} limit ${FEW + 1}) as found`);
  const { count = 0, few } = found ?? {};
  return count <= FEW ? { few: few ?? [] } : { many };
}

/**
 * "is true" makes the planner use a hash. A join or an index would make it fetch all matches and
 * sort them.
 */
export const isIn = ({ id, matching }: Matching) => sql`(${id} in (${matching})) is true`;

const REMEMBERED = { ms: 60_000, most: 1000 };

/** Results of the last minute, by database. They may choose a plan, never a reply. */
export function recently() {
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
