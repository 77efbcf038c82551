/** A roster: a file with the people of a class, what it changes, and its imports. */
import * as z from "zod";
import { ROLES } from "../../kit/core/roles.ts";
import { chosenFile, email, id, someone, time } from "../../kit/core/schema.ts";
import { branch, name, year } from "../schema.ts";

export const ROSTER_BYTES_MOST = 2 * 1024 * 1024;
export const ROSTER_LIMITS = { rows: 2000, columns: 20, cell: 500 };
/** An import can be undone for so many hours. */
export const UNDO_HOURS = 24;

/** The columns that are read, in any order. Only the first two are needed. */
export const COLUMNS = ["name", "email", "branch", "year", "role", "section"] as const;
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

/** What an import does with a row. */
export const FATES = ["new", "changed", "unchanged", "wrong"] as const;

export const rosterRow = z.object({
  /** The line of the file at which it ends. */
  line: z.int(),
  /** The cells as they are in the file. */
  typed: z.record(column, z.string()),
  fate: z.enum(FATES),
  /** The column that is wrong. */
  column: column.nullable(),
  /** Why the row is wrong, or why it changes nothing. */
  reason: z.string().nullable(),
  changes: z.array(z.object({ column, from: z.string(), to: z.string() })),
});
export type RosterRow = z.infer<typeof rosterRow>;

export const rosterPreview = z.object({
  /** Names the file: an import of another one is refused. */
  digest: z.string(),
  rows: z.array(rosterRow),
  /** Headings of columns that are not read. */
  unused: z.array(z.string()),
});
export type RosterPreview = z.infer<typeof rosterPreview>;

/** A multipart form. */
export const previewForm = z.object({
  file: chosenFile(),
});
/** A multipart form: the file of the preview once more. */
export const importForm = previewForm.extend({
  digest: z.string().regex(/^[0-9a-f]{64}$/, "Look at the preview first."),
});

export const rosterImport = z.object({
  _id: id,
  by: someone,
  at: time,
  added: z.int(),
  changed: z.int(),
  undoneAt: time.nullable(),
});
export type RosterImport = z.infer<typeof rosterImport>;

/** An import, and the rows that it left out. */
export const imported = z.object({ import: rosterImport, wrong: z.array(rosterRow) });
export type Imported = z.infer<typeof imported>;

/** What undoing did: accounts that were removed, changed back, and left as they are. */
export const undone = z.object({
  import: rosterImport,
  removed: z.int(),
  restored: z.int(),
  kept: z.int(),
});
export type Undone = z.infer<typeof undone>;

/** Many accounts have changed: admins fetch them again. */
export const rosterEvents = { "roster.changed": rosterImport };

export const rosterEventRules = {
  "roster.changed": { of: ({ _id }: { _id: string }) => `roster:${_id}`, isState: true },
};
