/** Full-text search: the words of a text, and the queries for them. */
import { type SQL, sql } from "drizzle-orm";

/** Without this, PostgreSQL skips `<iostream>`, and finds `v.size` only as a whole. */
const apart = (text: string | SQL): SQL => sql`translate(${text}, '<>./&', '     ')`;

/** The words of a text, as the search stores them. */
export const wordsOf = (text: string | SQL) => sql`to_tsvector('class_english', ${apart(text)})`;

/** Words like "the" do not count, unless the text has no others, like "while". */
export function searchQuery(text: string): SQL {
  const telling = sql`websearch_to_tsquery('english', ${apart(text)})`;
  return sql`(case when numnode(${telling}) > 0 then ${telling}
    else websearch_to_tsquery('class_english', ${apart(text)}) end)`;
}

/** When texts are compared, this many different words of the text count: the longest ones. */
const WORDS_MOST = sql.raw("32");

/** Any of the text's words counts, and several together count more. */
export const anyWordOf = (text: SQL): SQL =>
  sql`(select replace(
      array_to_tsvector((array_agg(lexeme order by length(lexeme) desc, lexeme))[1:${WORDS_MOST}])::text,
      ' ', ' | ')::tsquery
    from unnest(to_tsvector('english', ${apart(text)})))`;

/** So many first characters of each text are compared. */
export const COMPARED = 2000;
export const comparedWordsOf = (text: SQL) =>
  wordsOf(sql`left(${text}, ${sql.raw(String(COMPARED))})`);
