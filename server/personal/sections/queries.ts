/** A section of a copy: a list of rows that a person wrote or that are about them. */
import { asc, eq, type SQL } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { assignments } from "../../assignments/tables.ts";
import type { Tx } from "../../kit/db/database.ts";
import type { Listing, Selector } from "../../kit/db/cursor.ts";
import { people } from "../../people/tables.ts";
import { reviews } from "../../reviews/tables.ts";

/** The person, and the address by which the contact form knows them. */
export type Owner = { _id: string; email: string };
export type Row = Record<string, unknown>;

export type Section = {
  /** The name of its page and of its JSON. */
  name: string;
  title: string;
  /** Only for those who are staff now. */
  isForStaff?: true;
  select: (db: Selector, me: Owner) => ReturnType<Listing<Row>["select"]>;
};

export const other = alias(people, "other");
export const question = assignments.title;
export const own = (column: PgColumn) => (me: Owner): SQL => eq(column, me._id);

/** The rows of one table with the title of their question, by one of its columns. */
export const ofQuestion = (
  table: { assignmentId: PgColumn } & Parameters<ReturnType<Tx["select"]>["from"]>[0],
  columns: Record<string, PgColumn | SQL>,
  { whose, order }: { whose: (me: Owner) => SQL; order: PgColumn },
): Section["select"] =>
(db, me) =>
  db.select({ title: question, ...columns } as never).from(table)
    .innerJoin(assignments, eq(assignments.id, table.assignmentId))
    .where(whose(me)).orderBy(asc(order), asc(table.assignmentId)) as never;

/** The rows of one table alone. */
export const alone = (
  table: Parameters<ReturnType<Tx["select"]>["from"]>[0],
  columns: Record<string, PgColumn | SQL>,
  { whose, order }: { whose: (me: Owner) => SQL; order: PgColumn },
): Section["select"] =>
(db, me) => db.select(columns as never).from(table).where(whose(me)).orderBy(asc(order)) as never;

/** The reviews in which the person has one part, with the name of who has the other one. */
export const ofReviews = (
  { mine, others, as }: { mine: PgColumn; others: PgColumn; as: "by" | "student" },
): Section["select"] =>
(db, me) =>
  db.select({
    title: question,
    [as]: other.name,
    status: reviews.status,
    comment: reviews.comment,
    correctedProgram: reviews.updatedStudentSolutionSource,
    points: reviews.givenPoints,
    askedAgain: reviews.againReason,
    createdAt: reviews.createdAt,
  }).from(reviews).innerJoin(assignments, eq(assignments.id, reviews.assignmentId))
    .innerJoin(other, eq(other.id, others))
    .where(eq(mine, me._id)).orderBy(asc(reviews.createdAt), asc(reviews.id));
