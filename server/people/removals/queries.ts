/** Reads deleted accounts: those that can be taken back, and the reports of others. */
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { conflict } from "../../kit/core/errors.ts";
import { pick } from "../../kit/db/columns.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Tokens } from "../../kit/security/tokens.ts";
import { people } from "../tables.ts";
import { type Removal } from "./schema.ts";
import { removals } from "./tables.ts";

const LISTED_MOST = 100;

export const backHash = ({ hashCode }: Pick<Tokens, "hashCode">, token: string): string =>
  hashCode("take back", "", token);

/** Deleted accounts, newest first. Of those that are removed, the report is left. */
export async function listRemovals(db: Reader): Promise<Removal[]> {
  const by = alias(people, "by");
  const rows = await db.select({
    _id: removals.personId,
    name: people.name,
    email: removals.email,
    role: people.role,
    by: { _id: by.id, name: by.name },
    ...pick(removals, "at", "dueAt", "removedAt", "report"),
  }).from(removals)
    .innerJoin(people, eq(people.id, removals.personId))
    .innerJoin(by, eq(by.id, removals.byId))
    .orderBy(desc(removals.at), desc(removals.personId)).limit(LISTED_MOST);
  return rows.map((row) => ({ ...row, by: row.by._id === row._id ? null : row.by }));
}

export const isOpen = (now: string) => and(isNull(removals.removedAt), gt(removals.dueAt, now));

export type Row = typeof people.$inferSelect;

export const lastAdmin = () =>
  conflict("user.last-admin", "This is the last admin: make somebody else an admin first.");

/** @param admins those who can administer, locked before the account itself */
export function refuseLast(admins: string[], id: string): void {
  if (admins.length === 1 && admins[0] === id) throw lastAdmin();
}
