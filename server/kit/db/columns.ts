/** Column types that all tables share. */
import { type Column, type SQL, sql } from "drizzle-orm";
import { customType, integer, text } from "drizzle-orm/pg-core";

/** A point in time. In the program it is ISO 8601 in UTC with milliseconds. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp(3) with time zone",
  fromDriver: iso,
});

/** Converts a time as PostgreSQL writes it to ISO 8601 in UTC. */
export function iso(value: string): string {
  return new Date(value).toISOString();
}

export const bytes = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => "bytea" });

/** A full-text search document. */
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** What each table of codes has beside `hash`, the HMAC-SHA-256 of purpose, address and code. */
export const codeColumns = () => ({
  /** The hashes of replaced codes, newest first: their mails may come late. */
  earlier: text().array().notNull().default(sql`'{}'`),
  guesses: integer().notNull().default(0),
  askedAt: instant().notNull().default(sql`now()`),
  expiresAt: instant().notNull(),
});

/** The column contains the text, literally and case-insensitively. */
export function contains(column: Column | SQL, text: string): SQL {
  return sql`${column} ilike ${patternOf(text)}`;
}

/** An `ilike` pattern that finds the text literally, anywhere. */
export function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** These members; of a table, for a select that returns the columns under their own names. */
export const pick = <T extends object, N extends keyof T & string>(
  whole: T,
  ...names: N[]
): Pick<T, N> => Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<T, N>;
