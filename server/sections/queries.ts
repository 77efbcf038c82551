/** Reads sections, and decides in SQL and in rooms whom a thing with an audience is for. */
import { asc, eq, inArray, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { badField, notFound } from "../kit/core/errors.ts";
import { type Actor, isStaff } from "../kit/core/roles.ts";
import type { Reader } from "../kit/db/database.ts";
import { type Room, sectionRoom } from "../live/rooms.ts";
import type { Audience } from "./policy.ts";
import { type Section, SECTIONS_MOST } from "./schema.ts";
import { sectionMembers, sections } from "./tables.ts";

const count = (which: SQL) =>
  sql<number>`(select count(*)::int from section_members as m join people as p on p.id = m.person_id
    where m.section_id = sections.id and p.deleted_at is null and ${which})`;

export const select = (db: Reader) =>
  db.select({
    _id: sections.id,
    name: sections.name,
    students: count(sql`p.role = 'student'`),
    others: count(sql`p.role <> 'student'`),
    version: sections.version,
  }).from(sections);

/** All sections by name: they are few. */
export const listSections = (db: Reader): Promise<Section[]> =>
  select(db).orderBy(asc(sql`lower(${sections.name})`)).limit(SECTIONS_MOST);

/** @throws Refusal 404 */
export async function sectionById(db: Reader, id: string): Promise<Section> {
  const [found] = await select(db).where(eq(sections.id, id));
  if (!found) throw notFound("This section");
  return found;
}

/** The ids of a person's sections, for a statement that reads the table of people. */
export const SECTIONS_OF_PERSON = sql<string[]>`array(
  select m.section_id from section_members as m where m.person_id = people.id order by m.section_id)`;

/** The same as their names, as a roster has them; null if there are none. */
export const SECTION_NAMES_OF_PERSON = sql<string | null>`(
  select string_agg(s.name, '; ' order by lower(s.name)) from section_members as m
  join sections as s on s.id = m.section_id where m.person_id = people.id)`;

/** The sections of one person, by name. */
export const ownSections = (
  db: Reader,
  personId: string,
): Promise<Pick<Section, "_id" | "name">[]> =>
  db.select({ _id: sections.id, name: sections.name }).from(sectionMembers)
    .innerJoin(sections, eq(sections.id, sectionMembers.sectionId))
    .where(eq(sectionMembers.personId, personId)).orderBy(sql`lower(${sections.name})`);

/**
 * The rule `isFor` in SQL. Visitors see what is for the whole class.
 * @param audience the column of the thing
 * @returns undefined for staff, who see everything
 */
export const isForMe = (me: Actor | null, audience: SQLWrapper): SQL | undefined =>
  isStaff(me) ? undefined : isForSections(me, audience);

/** Whether a thing is for the whole class, or for one of the person's own sections. */
export function isForSections(me: Actor | null, audience: SQLWrapper): SQL {
  const own = me?.sections ?? [];
  if (own.length === 0) return sql`${audience} is null`;
  return sql`(${audience} is null or ${audience} && ${sql.param([...own])}::uuid[])`;
}

/** The rule `isFor` in SQL for any learner, whose sections are read. */
export const isForPerson = (personId: string, audience: SQLWrapper): SQL =>
  sql`(${audience} is null or ${audience} && array(
    select m.section_id from section_members as m where m.person_id = ${personId}))`;

/** Whether the class, or a learner's section, may read a doubt. @param table its name */
export function isOpenDoubt({ sections }: Actor, table = "d"): SQL {
  const [open, openTo] = [sql.raw(`${table}.open`), sql.raw(`${table}.open_to`)];
  return sections ? sql`(${open} or ${openTo} && ${sql.param([...sections])}::uuid[])` : open;
}

/** In one of these sections; undefined for all. @param personId with its table's name */
export const isInSections = (personId: SQL, ids: Audience): SQL | undefined =>
  ids
    ? sql`exists (select from section_members as m
        where m.person_id = ${personId} and m.section_id = any(${sql.param([...ids])}::uuid[]))`
    : undefined;

/** Leaves out the audience of a thing that is for the whole class. */
export const withAudience = <Row extends { audience: string[] | null }>(
  { audience, ...row }: Row,
) => ({ ...row, ...(audience && { audience }) });

/** The rooms of those whom a thing is for. @param all the room for a thing that is for all */
export const roomsFor = (audience: Audience, all: "home" | "class" = "class"): Room[] =>
  audience ? ["staff", ...audience.map(sectionRoom)] : [all];

/** Returns a chosen audience. @throws Refusal 400 if one of its sections does not exist */
export async function chosenAudience(
  db: Reader,
  ids: readonly string[] | null | undefined,
  field = "audience",
): Promise<string[] | null> {
  if (!ids) return null;
  const found = await db.select({ id: sections.id }).from(sections)
    .where(inArray(sections.id, [...ids])).orderBy(sections.id).for("share");
  if (found.length < ids.length) {
    throw badField(field, "One of these sections does not exist any more.");
  }
  return found.map(({ id }) => id);
}
