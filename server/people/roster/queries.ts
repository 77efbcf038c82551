/** Reads rosters: files as rows, what they would change, and the imports of the last day. */
import { and, desc, eq, getTableColumns, gt, inArray, isNull } from "drizzle-orm";
import { readTable } from "../../kit/formats/csv.ts";
import { later } from "../../kit/core/clock.ts";
import { badField, notFound } from "../../kit/core/errors.ts";
import { pick } from "../../kit/db/columns.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Ask } from "../../kit/http/guard.ts";
import { listSections, SECTIONS_OF_PERSON } from "../../sections/queries.ts";
import { isDisabled } from "../policy.ts";
import { accountView } from "../queries.ts";
import { people } from "../tables.ts";
import { cellsOf, columnsOf, judge, type Judged, type TypedRow } from "./policy.ts";
import {
  ROSTER_LIMITS,
  type RosterImport,
  type RosterPreview,
  type RosterRow,
  UNDO_HOURS,
} from "./schema.ts";
import { rosterImports } from "./tables.ts";

export type Roster = { digest: string; rows: TypedRow[]; unused: string[] };

/** Reads a file. @throws Refusal 400 at the field `file` */
export async function readRoster(bytes: Uint8Array<ArrayBuffer>): Promise<Roster> {
  const [heading, ...rows] = await readTable(bytes, { field: "file", limits: ROSTER_LIMITS });
  if (!heading || rows.length === 0) throw badField("file", "The file has no rows with people.");
  const found = columnsOf(heading.cells);
  if ("problem" in found) throw badField("file", found.problem);
  const { places, unused } = found;
  return {
    digest: new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex(),
    rows: rows.map(({ line, cells }) => ({ line, typed: cellsOf(cells, places) })),
    unused,
  };
}

type At = { db: Reader; now: string };

/** @param isLocking locks the accounts until the end of the transaction, always in the same order */
export async function judgeRoster(
  { db, now }: At,
  { rows }: Pick<Roster, "rows">,
  { isLocking }: { isLocking: boolean },
): Promise<Judged[]> {
  const emails = [...new Set(rows.map(({ typed }) => typed.email.toLowerCase()))];
  const accounts = db.select({ ...getTableColumns(people), sections: SECTIONS_OF_PERSON })
    .from(people)
    .where(and(inArray(people.email, emails), isNull(people.deletedAt))).orderBy(people.id);
  const known = await (isLocking ? accounts.for("update") : accounts);
  const sections = await listSections(db);
  const active = new Set(
    known.filter((one) => one.verifiedAt !== null && !isDisabled(one, now)).map(({ id }) => id),
  );
  const admins = await db.select().from(people)
    .where(and(eq(people.role, "admin"), isNull(people.deletedAt)));
  return judge(rows, {
    known: known.map((one) => ({ ...accountView(one), sections: one.sections })),
    sections,
    admins: admins.filter((one) => one.verifiedAt !== null && !isDisabled(one, now))
      .map(({ id }) => id),
    isActive: (id) => active.has(id),
  });
}

/** Returns the row without what only the import needs. */
export const rowView = (
  { person: _, known: __, sections: ___, ...row }: Judged,
): RosterRow => row;

/** What an import would do now. */
export async function previewRoster(ask: Ask, roster: Roster): Promise<RosterPreview> {
  const judged = await judgeRoster(ask, roster, { isLocking: false });
  return { digest: roster.digest, unused: roster.unused, rows: judged.map(rowView) };
}

const select = (db: Reader) =>
  db.select({
    _id: rosterImports.id,
    by: { _id: people.id, name: people.name, role: people.role },
    ...pick(rosterImports, "at", "added", "changed", "undoneAt"),
  }).from(rosterImports).innerJoin(people, eq(people.id, rosterImports.byId));

export const undoableSince = (now: string): string => later(now, -UNDO_HOURS * 60);

/** The most imports that are listed. */
const IMPORTS_MOST = 20;

/** The imports of the last day, newest first. */
export const listImports = ({ db, now }: At): Promise<RosterImport[]> =>
  select(db).where(gt(rosterImports.at, undoableSince(now)))
    .orderBy(desc(rosterImports.at), desc(rosterImports.id)).limit(IMPORTS_MOST);

/** @throws Refusal 404 */
export async function importById(db: Reader, id: string): Promise<RosterImport> {
  const [found] = await select(db).where(eq(rosterImports.id, id));
  if (!found) throw notFound("This import");
  return found;
}
