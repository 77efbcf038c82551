/** Column types that all tables share. */
import { type Column, type SQL, sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

/** A point in time, ISO 8601 in UTC to the millisecond on our side. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp(3) with time zone",
  fromDriver: iso,
});

/** PostgreSQL's text form of a time, or any other, as ISO 8601 in UTC. */
export function iso(value: string): string {
  return new Date(value).toISOString();
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
