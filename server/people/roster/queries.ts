/** Reads what a roster would change, and the imports of the last day. */
import { and, desc, eq, getTableColumns, gt, inArray, isNull } from "drizzle-orm";
import { later } from "../../kit/core/clock.ts";
import { notFound } from "../../kit/core/errors.ts";
import { pick } from "../../kit/db/columns.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Ask } from "../../kit/http/guard.ts";
import { listSections, SECTIONS_OF_PERSON } from "../../sections/queries.ts";
import { isDisabled } from "../policy.ts";
import { accountView, isAdminNow } from "../queries.ts";
import { people } from "../tables.ts";
import { isIn, judge, type RowPlan } from "./policy.ts";
import {
  type RosterImport,
  type RosterInput,
  type RosterPreview,
  type RosterRow,
  UNDO_HOURS,
} from "./schema.ts";
import { rosterImports } from "./tables.ts";

type At = { db: Reader; now: string };

/**
 * @param isLocking locks the accounts until the end of the transaction, always in the same order
 * @returns the rows, and the names of sections that do not exist
 */
export async function judgeRoster(
  { db, now }: At,
  { rows, makeSections = false }: RosterInput,
  { isLocking }: { isLocking: boolean },
): Promise<{ judged: RowPlan[]; newSections: string[] }> {
  const emails = [...new Set(rows.map(({ typed }) => typed.email?.toLowerCase() ?? ""))];
  const accounts = db.select({ ...getTableColumns(people), sections: SECTIONS_OF_PERSON })
    .from(people)
    .where(and(inArray(people.email, emails), isNull(people.deletedAt))).orderBy(people.id);
  const known = await (isLocking ? accounts.for("update") : accounts);
  const sections = await listSections(db);
  const active = new Set(
    known.filter((one) => one.verifiedAt !== null && !isDisabled(one, now)).map(({ id }) => id),
  );
  const admins = await db.select({ id: people.id }).from(people).where(isAdminNow(now));
  const given = {
    accounts: known.map((one) => ({ ...accountView(one), sections: one.sections })),
    sections,
    admins: admins.map(({ id }) => id),
    isActive: (id: string) => active.has(id),
  };
  const judged = judge(rows, given);
  const missing = judged.flatMap((row) => row.missing ?? []);
  const newSections = [...new Map(missing.map((name) => [name.toLowerCase(), name])).values()];
  if (!makeSections || newSections.length === 0) return { judged, newSections };
  // As if they were made already.
  const made = newSections.map((name) => ({ _id: name, name }));
  return { judged: judge(rows, { ...given, sections: [...sections, ...made] }), newSections };
}

/** Returns the row without what only the import needs. */
export const rowView = (
  { person: _, account: __, sections: ___, missing: ____, ...row }: RowPlan,
): RosterRow => row;

/** The people who would be in the class without a password. */
export const withoutPassword = (judged: readonly RowPlan[]): RowPlan[] =>
  judged.filter((row) => isIn(row) && !row.account?.verified);

export async function previewRoster(ask: Ask, roster: RosterInput): Promise<RosterPreview> {
  const { judged, newSections } = await judgeRoster(ask, roster, { isLocking: false });
  return {
    rows: judged.map(rowView),
    newSections,
    withoutPassword: withoutPassword(judged).length,
  };
}

const select = (db: Reader) =>
  db.select({
    _id: rosterImports.id,
    by: { _id: people.id, name: people.name, role: people.role },
    ...pick(rosterImports, "at", "added", "changed", "undoneAt"),
  }).from(rosterImports).innerJoin(people, eq(people.id, rosterImports.byId));

export const undoableSince = (now: string): string => later(now, -UNDO_HOURS * 60);

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
