/** A roster: the people of a class, read from a file; what it changes, and its imports. */
import * as z from "zod";
import { ROLES } from "../../kit/core/roles.ts";
import { email, id, readMailDomain, shown, someone, time } from "../../kit/core/schema.ts";
import { branch, name, year } from "../schema.ts";

export const PEOPLE_MOST = 2000;
export const CELL_MOST = 2000;
/** An import can be undone for so many hours. */
export const UNDO_HOURS = 24;

/** What a roster says of a person. Only the first two are needed. */
export const COLUMNS = ["name", "email", "branch", "year", "role", "section", "available"] as const;
export type Column = typeof COLUMNS[number];
const column = z.enum(COLUMNS);

const NO_ROLE = "Role must be student, volunteer, mentor or admin.";

/** A row's cells, without empty ones: those leave what an account has. */
export const rosterPerson = z.object({
  name,
  email,
  branch: branch.optional(),
  year: year.optional(),
  role: z.string().toLowerCase().pipe(z.enum(ROLES, NO_ROLE)).optional(),
  /** The names of sections, with semicolons between them. */
  section: z.string().optional(),
});
export type RosterPerson = z.infer<typeof rosterPerson>;

/** "asked" waits for a yes or is left out; "skipped" seems to be about no person. */
export const FATES = ["new", "changed", "unchanged", "asked", "skipped", "wrong"] as const;

const cell = z.string().max(CELL_MOST, `A cell has at most ${CELL_MOST} characters.`)
  .overwrite(shown);

export const sentRow = z.strictObject({
  /** The line of the file at which it ends. */
  line: z.int().min(1).max(10_000_000),
  /** The cells that are not empty. */
  typed: z.partialRecord(column, cell),
  /** It is imported, although it is asked about or would be skipped. */
  isSure: z.boolean().optional(),
});
export type SentRow = z.infer<typeof sentRow>;

export const rosterInput = z.strictObject({
  rows: z.array(sentRow).min(1, "The file has no rows with people.")
    .max(PEOPLE_MOST, `At most ${PEOPLE_MOST} people at once.`),
  /** Makes the sections that rows name and that do not exist. */
  makeSections: z.boolean().optional(),
});
export type RosterInput = z.infer<typeof rosterInput>;

/** `mail`: everybody in it who has no password yet is told how to set one. */
export const importInput = rosterInput.extend({ mail: z.boolean().optional() });
export type ImportInput = z.infer<typeof importInput>;

/** The domain that makes addresses of user names. */
export const domainInput = z.strictObject({
  domain: z.string().transform((text) => readMailDomain(text.trim().replace(/^@/, "")) ?? "*")
    .refine((domain) => !domain.startsWith("*"), "This is not a domain like school.edu."),
});

export const rosterRow = z.object({
  line: z.int(),
  typed: z.partialRecord(column, z.string()),
  isSure: z.boolean().optional(),
  fate: z.enum(FATES),
  /** The column that is wrong or asked about. */
  column: column.nullable(),
  /** Why the row is not imported, or what to note about it. */
  reason: z.string().nullable(),
  changes: z.array(z.object({ column, from: z.string(), to: z.string() })),
});
export type RosterRow = z.infer<typeof rosterRow>;

export const rosterPreview = z.object({
  rows: z.array(rosterRow),
  newSections: z.array(z.string()),
  withoutPassword: z.int(),
});
export type RosterPreview = z.infer<typeof rosterPreview>;

export const rosterImport = z.object({
  _id: id,
  by: someone,
  at: time,
  added: z.int(),
  changed: z.int(),
  undoneAt: time.nullable(),
});
export type RosterImport = z.infer<typeof rosterImport>;

/** An import, the rows that it left out although they are about a person, and how many it mailed. */
export const imported = z.object({
  import: rosterImport,
  left: z.array(rosterRow),
  mailed: z.int(),
});
export type ImportReply = z.infer<typeof imported>;

/** What undoing did: accounts that were removed, changed back, and left as they are. */
export const undone = z.object({
  import: rosterImport,
  removed: z.int(),
  restored: z.int(),
  kept: z.int(),
});
export type UndoReply = z.infer<typeof undone>;

/** Many accounts have changed: admins fetch them again. */
export const rosterEvents = { "roster.changed": rosterImport };
