/** Sections of the class, and who is in them. */
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";

export const sections = pgTable("sections", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
}, (section) => [uniqueIndex("sections_name").on(sql`lower(${section.name})`)]);

/** A student is in one section at most, everyone else in any number. The commands see to it. */
export const sectionMembers = pgTable("section_members", {
  personId: uuid().notNull().references(() => people.id),
  sectionId: uuid().notNull().references(() => sections.id, { onDelete: "cascade" }),
}, (member) => [
  primaryKey({ columns: [member.personId, member.sectionId] }),
  index().on(member.sectionId),
]);

/** The column of things that are for the whole class, which is null, or for some sections. */
export const audience = () => uuid().array();
