/** Column types that all tables share. */
import { type Column, type SQL, sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

/** A point in time, ISO 8601 in UTC to the millisecond on our side. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp(3) with time zone",
  fromDriver: iso,
});

/** A time in UTC as PostgreSQL writes it, which leaves out the zeros at its end. */
const POSTGRES_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;

/** PostgreSQL's text form of a time, or any other, as ISO 8601 in UTC. */
export function iso(value: string): string {
  // A page of a list has fifty of them: to read each as a date took a tenth of its time.
  const [, day, time, fraction = ""] = POSTGRES_UTC.exec(value) ?? [];
  return day ? `${day}T${time}.${fraction.padEnd(3, "0")}Z` : new Date(value).toISOString();
}

/** A full text search document. */
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** The column contains the text, literally and whatever its case. */
export function contains(column: Column | SQL, text: string): SQL {
  return sql`${column} ilike ${patternOf(text)}`;
}

/** The text, literally and anywhere, as `ilike` takes it. */
export function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
