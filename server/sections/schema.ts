/** Sections of a class: inputs, views, the audience of a thing, and the events. */
import * as z from "zod";
import { id, line, version } from "../kit/core/schema.ts";

export const SECTIONS_MOST = 40;
export const MEMBERS_MOST = 500;

export const sectionInput = z.strictObject({ name: line("Name", 40) });
export type SectionInput = z.infer<typeof sectionInput>;

export const editSectionInput = sectionInput.extend({ version: version.optional() });
export type EditSectionInput = z.infer<typeof editSectionInput>;

const people = () => z.array(id).max(MEMBERS_MOST, `At most ${MEMBERS_MOST} people at once.`);
const NOBODY = "Choose at least one person.";

export const membersInput = z.strictObject({
  in: people().optional(),
  out: people().optional(),
}).refine(({ in: added = [], out = [] }) => added.length + out.length > 0, {
  path: ["in"],
  message: NOBODY,
}).refine(({ in: added = [], out = [] }) => !added.some((one) => out.includes(one)), {
  path: ["out"],
  message: "Nobody can be put in and out at once.",
});
export type MembersInput = z.infer<typeof membersInput>;

export const section = z.object({
  _id: id,
  name: z.string(),
  /** How many students it has, and how many other people. */
  students: z.int(),
  others: z.int(),
  version,
});
export type Section = z.infer<typeof section>;

/** The ids of the sections that a thing is for; missing if it is for the whole class. */
export const audience = z.array(id).optional();

const NO_AUDIENCE = "Choose at least one section, or all of the class.";
/** As chosen; null: the whole class. When left out, a new one is for the class, another stays. */
export const audienceInput = z.array(id, NO_AUDIENCE).min(1, NO_AUDIENCE)
  .max(SECTIONS_MOST, `Choose at most ${SECTIONS_MOST} sections.`)
  .refine((ids) => new Set(ids).size === ids.length, "Choose each section once.")
  .nullable().optional();

/** One section, or "all". Without it, the list begins with one's own sections. */
export const sectionFilter = z.union([
  z.literal("").transform(() => undefined),
  z.literal("all"),
  id,
]).optional();

export const sectionEvents = {
  /** To staff. With new members too: the counts tell. */
  "section.changed": z.union([section, z.object({ _id: id, removed: z.literal(true) })]),
  /** Their view has changed. Not pushed: the server closes connections, and they fetch anew. */
  "access.changed": z.object({}),
};
