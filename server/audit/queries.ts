/** Reads the audit trail, newest first. */
import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { startOf } from "../kit/core/clock.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import type { Ask } from "../kit/http/guard.ts";
import {
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
  type AuditRow,
  ROWS_MOST,
} from "./schema.ts";
import { audit } from "./tables.ts";

/** One page of the rows that the filter allows: the newest, or those older than `before`. */
export async function listAudit(
  { db, zone }: Ask,
  { person, before, ...filter }: AuditQuery,
): Promise<AuditPage> {
  const [after] = before
    ? await db.select({ at: audit.at }).from(audit).where(eq(audit.id, before))
    : [];
  // It has expired, so everything older has, too.
  if (before && !after) return { rows: [], hasOlder: false };
  const read = (whose: SQL | undefined) =>
    db.select().from(audit).where(and(
      whose,
      matches(filter, zone),
      after && sql`(${audit.at}, ${audit.id}) < (${after.at}::timestamptz, ${before}::uuid)`,
    )).orderBy(...newestFirst(audit.at, audit.id)).limit(ROWS_MOST + 1);
  // What a person did and what was done to them are two walks of two indexes: one condition with
  // "or" would read and sort all rows of both.
  const found = await Promise.all(
    person ? [read(eq(audit.byId, person)), read(isAbout(person))] : [read(undefined)],
  );
  const all = new Map(found.flat().map((row) => [row.id, row]));
  const rows = [...all.values()].sort((a, b) => a.at + a.id < b.at + b.id ? 1 : -1);
  return { rows: rows.slice(0, ROWS_MOST).map(toView), hasOlder: rows.length > ROWS_MOST };
}

/** The condition of a filter, for an export: all rows are read, so there "or" costs little. */
export const wholeTrail = ({ person, ...filter }: AuditFilter, zone: string): SQL | undefined =>
  and(matches(filter, zone), person ? or(eq(audit.byId, person), isAbout(person)) : undefined);

const isAbout = (person: string) => sql`${audit.kind} = 'account' and ${audit.aboutId} = ${person}`;

const matches = ({ verb, first, last }: Omit<AuditFilter, "person">, zone: string) =>
  and(
    verb && eq(audit.verb, verb),
    first === undefined ? undefined : gte(audit.at, startOf(first, zone)),
    last === undefined ? undefined : lt(audit.at, startOf(dayAfter(last), zone)),
  );

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

function toView({ id, at, verb, detail, address, device, ...row }: typeof audit.$inferSelect) {
  const { byId, byName, kind, aboutId, title } = row;
  const view: AuditRow = {
    _id: id,
    at,
    verb,
    by: byId === null ? null : { _id: byId, name: byName ?? "" },
    about: kind && aboutId ? { kind, _id: aboutId, title: title ?? "" } : null,
    detail,
    address,
    device,
  };
  return view;
}
