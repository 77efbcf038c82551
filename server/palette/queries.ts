/**
 * Searches people, questions and doubts for the command palette, limited to those that the asker may
 * see. Of many matches only some are sorted, so that the cost does not grow with the school.
 */
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { isPresent, visible } from "../assignments/queries.ts";
import { assignments } from "../assignments/tables.ts";
import { listDoubts } from "../doubts/search.ts";
import { doubtFilter } from "../doubts/schema.ts";
import { isStaff, ROLES } from "../kit/core/roles.ts";
import { contains, patternOf, pick } from "../kit/db/columns.ts";
import type { Ask } from "../kit/http/guard.ts";
import { can } from "../people/policy.ts";
import { RECIPIENT_ROLES } from "../people/schema.ts";
import { people } from "../people/tables.ts";
import { isOpenDoubt } from "../sections/queries.ts";
import { FOUND_MOST, type PaletteResults } from "./schema.ts";

/** The most matches that are sorted. */
const SORTED_MOST = 200;

export async function search(ask: Ask, find: string): Promise<PaletteResults> {
  if (find === "") return { people: [], questions: [], doubts: [] };
  // One after the other: a person's search uses one connection.
  const people = await findPeople(ask, find);
  const questions = await findQuestions(ask, find);
  return { people, questions, doubts: await findDoubts(ask, find) };
}

/** Texts that begin with the searched text come first, then those with a word that does. */
function byLikeness(text: SQL, find: string): SQL {
  const begins = patternOf(find).slice(1);
  return sql`${text} ilike ${begins} desc, ${text} ilike ${`% ${begins}`} desc, ${text}`;
}

async function findPeople({ db, me }: Ask, find: string): Promise<PaletteResults["people"]> {
  const seesAddresses = can.seeAddresses(me);
  const found = db.select({
    _id: people.id,
    ...pick(people, "name", "role", "email"),
  }).from(people).where(and(
    isNull(people.deletedAt),
    isNotNull(people.verifiedAt),
    inArray(people.role, isStaff(me) ? ROLES : RECIPIENT_ROLES),
    // A person who may not see addresses must not find them out by searching.
    seesAddresses
      ? or(contains(people.name, find), contains(people.email, find))
      : contains(people.name, find),
  )).limit(SORTED_MOST).as("found");
  const rows = await db.select().from(found)
    .orderBy(byLikeness(sql`${found.name}`, find), found._id).limit(FOUND_MOST);
  return rows.map(({ email, ...person }) => seesAddresses ? { ...person, email } : person);
}

async function findQuestions({ db, me }: Ask, find: string): Promise<PaletteResults["questions"]> {
  const found = db.select({ id: assignments.id }).from(assignments)
    .where(and(isPresent, contains(assignments.title, find), visible(db, me))).limit(SORTED_MOST)
    .as("found");
  return await db.select({
    _id: assignments.id,
    ...pick(assignments, "title", "distributionTag", "difficulty"),
  }).from(found).innerJoin(assignments, eq(assignments.id, found.id))
    .orderBy(byLikeness(sql`${assignments.title}`, find), assignments.id).limit(FOUND_MOST);
}

/** The words that begin as the last one of the text does are looked for in so many newest entries. */
const NEWEST_MOST = 300;
/** So many characters of each of them are read. */
const READ_MOST = 2000;
/** At most so many of these words, the most frequent ones, are searched for. */
const WORDS_MOST = 6;
/** The text is searched for as it is if its last word is shorter, or if it has other characters. */
const ENDS_WITH_WORD = /^([\p{L}\p{N}\s]*?)([\p{L}\p{N}]{3,})$/u;

/**
 * Returns a search text that also finds the words that its last word begins: words of entries that
 * the asker may read, so that nobody can find out others from the result. The search itself has only
 * whole words: an index that is read for a beginning costs more with each row of the table.
 */
async function withBegunWord({ db, me }: Ask, find: string): Promise<string> {
  const [, rest = "", begun] = ENDS_WITH_WORD.exec(find.toLowerCase()) ?? [];
  if (begun === undefined) return find;
  const [newest, read] = [NEWEST_MOST, READ_MOST].map((most) => sql.raw(String(most)));
  const readable = isStaff(me)
    ? sql``
    : sql`join doubts as d on d.id = newest.doubt_id and (${
      isOpenDoubt(me)
    } or d.student_id = ${me._id})`;
  const found = await db.execute<{ word: string }>(sql`
    select word[1] as word
    from (select doubt_id, message from doubt_entries order by id desc limit ${newest}) as newest
    ${readable}
    cross join lateral regexp_matches(
      lower(left(message, ${read})), ${`\\m(${begun}[[:alnum:]]{1,30})\\M`}, 'g') as word
    group by 1 order by count(*) desc, 1 limit ${sql.raw(String(WORDS_MOST))}`);
  return [find, ...found.map(({ word }) => rest + word)].join(" or ");
}

/** The search of the doubts' list, which goes back in time only as far as it needs to. */
async function findDoubts(ask: Ask, find: string): Promise<PaletteResults["doubts"]> {
  const text = await withBegunWord(ask, find);
  const filter = { ...doubtFilter.parse({ limit: String(FOUND_MOST) }), text };
  const { page } = await listDoubts(ask, filter);
  return page.doubts.map(({ _id, assignment, student, doubtText, currentStatus, mergedInto }) => ({
    _id,
    assignment,
    student,
    doubtText,
    currentStatus,
    mergedInto,
  }));
}
